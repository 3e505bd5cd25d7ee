import type { Logger } from 'pino'
import type { ContractHttp } from '../../../client/http/http.ts'
import type { RateGate } from '../../../client/http/rate-gate.ts'
import type { LinkStatus } from '../../../contract/brontide.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { Remembered, SourceMemory } from '../../history/source-memory.ts'
import type { Source } from '../source.ts'
import type { AnswerStore } from './answer-store.ts'
import type { PointBudget } from './point-budget.ts'
import { createRestOnly } from './rest-only.ts'
import { createStandardAnswers } from './standard-answers.ts'
import { createUpstreamClient, type UpstreamReach } from './upstream-client.ts'
import { createUpstreamLines } from './upstream-lines.ts'
import { createUpstreamLog } from './upstream-log.ts'
import { createUpstreamTokens, type UpstreamTokens } from './upstream-tokens.ts'

/** Maximum delay of the lines for the first response: an upstream without REST may still have live lines. */
const FIRST_ANSWER_MS = 5_000

export interface UpstreamSourceDeps extends UpstreamReach {
  /** `direct`: pages connect to the upstream themselves, so that this source opens no sockets and serves REST only. */
  delivery: 'relay' | 'direct'
  log: Logger
  /** Shared by all processes with the same key: rate, points and cached responses. */
  gate: RateGate
  budget: PointBudget
  answers: AnswerStore
  /** State from before the restart, and its store. */
  remembered: Remembered
  memory: SourceMemory
  /** Whether another process held the lines until now; it also passed on the clock offset. */
  takeOver: boolean
}

export interface UpstreamSource extends Source, UpstreamTokens {
  /** HTTP access for requests beyond the contract. */
  http: ContractHttp
}

/**
 * The upstream as a source: one key, two sockets and at most two requests a second for any number of viewers, with the
 * same client as the page.
 */
export function createUpstreamSource(deps: UpstreamSourceDeps): UpstreamSource {
  const { delivery, log, budget, remembered, memory } = deps
  const { clock } = deps.environment
  const upstreamLog = createUpstreamLog({ log, clock })
  const client = createUpstreamClient(deps, { ...deps, upstreamLog })
  const { http, api } = client
  let badRows = 0
  const answers = createStandardAnswers({
    http,
    clock,
    budget,
    held: deps.answers,
    onSkipped(skipped) {
      badRows += skipped.rows
      log.warn(skipped, 'invalid rows skipped')
    },
  })
  const restOnly = createRestOnly(api, clock)
  const lines = createUpstreamLines({ reach: deps, client, remembered, takeOver: deps.takeOver, upstreamLog, log })
  const tokens = createUpstreamTokens({
    http,
    clock: client.clock,
    log,
    upstreamLog,
    simulated: remembered.simulated ?? false,
    // After a takeover the backfill goes first: the known simulated flag has not changed meanwhile.
    priority: deps.takeOver && remembered.simulated !== null ? 'rest' : 'token',
    // Remembered data may be of another kind: simulated strikes must never be shown as real ones.
    async onLearned(simulated) {
      if (!(await memory.learnedSimulated(simulated))) lines.forget()
    },
  })
  const off: LinkStatus = {
    state: 'off',
    since: formatUtc(clock.now()),
    lastMessageAt: null,
    reconnects: 0,
    lastError: null,
  }

  let cancelWait: (() => void) | null = null

  /** False if the queue is empty. */
  function stopWaiting(): boolean {
    if (!cancelWait) return false
    cancelWait()
    cancelWait = null
    return true
  }

  function openLines(): void {
    if (stopWaiting() && delivery === 'relay') lines.open()
  }

  return {
    get simulated() {
      return tokens.simulated()
    },
    get replay() {
      return tokens.replay()
    },
    nowMs: client.clock.now,
    async start() {
      cancelWait = clock.after(FIRST_ANSWER_MS, openLines)
      // The period since the restart is measured by the upstream's clock, known after its first response.
      const goesOn = Object.values(remembered.coveredMs).some((coveredMs) => coveredMs !== null)
      if (!goesOn || deps.takeOver) openLines()
      await tokens.learnWhetherSimulated()
      openLines()
    },
    async close() {
      stopWaiting()
      lines.close()
      tokens.close()
    },
    onStrikes: (listener) => lines.strikes.subscribe(listener),
    onReports: (listener) => lines.reports.subscribe(listener),
    links: () => (delivery === 'direct' ? { lightning: off, metar: off } : lines.links()),
    gaps: lines.gaps,
    notObserved: (fromMs, toMs) => (delivery === 'direct' ? [] : lines.notObserved(fromMs, toMs)),
    async counters() {
      const { resetsAtMs, ...points } = await budget.state()
      const { sockets, setAside } = lines.counters()
      return {
        rest: await http.counters(),
        slots: { used: delivery === 'direct' ? 0 : sockets },
        points: { ...points, resetsAt: formatUtc(resetsAtMs) },
        cache: await answers.counters(),
        setAside: { ...setAside, badRecords: setAside.badRecords + badRows },
      }
    },
    strikes: async (minutes) => (delivery === 'direct' ? restOnly.strikes(minutes) : lines.recent.last(minutes)),
    async latestReports(icaos) {
      if (delivery === 'direct') lines.latest.add(await restOnly.reports())
      return lines.latest.of(icaos)
    },
    latency: (icaos) => restOnly.latency(icaos),
    standard: (endpoint, query, asker) => answers.answer(endpoint, query, asker),
    http,
    mintUpstreamToken: tokens.mintUpstreamToken,
    knowsUpstreamToken: tokens.knowsUpstreamToken,
  }
}
