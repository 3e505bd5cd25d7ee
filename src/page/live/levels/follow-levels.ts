import { ContractError } from '../../../client/http/contract-api.ts'
import type { WatchAccess } from '../../../client/watch/watch-access.ts'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { backoffMs } from '../../../core/time/backoff.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import type { Random } from '../../../core/util/random.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlarmLog } from '../alarms/alarm-log.ts'
import { takeAnswer, takeRows, useLevels } from './level-store.ts'

const RETRY_MAX_MS = 15 * SECOND_MS
/** No row carries an earliest end that a backfill moved: each page requests all states again after this interval, with jitter. */
const AGAIN_MS = 3 * MINUTE_MS
/** Maximum age of snoozes set on other screens. */
const SNOOZES_EVERY_MS = MINUTE_MS
/** After a gap the server backfills within this time. */
const BACKFILLED_MS = 15 * SECOND_MS

/** Keeps the states of levels up to date: a full response after each reconnect, then rows of the stream. */
export function followLevels(deps: {
  access: Pick<WatchAccess, 'levels' | 'snoozes'>
  clock: Pick<Clock, 'after' | 'every' | 'now'>
  random: Random
}) {
  const { access, clock, random } = deps
  /** Rows received during a request: the response may lack them. */
  let meanwhile: { alarms: readonly Alarm[]; rev: number }[] | null = null
  let attempt = 0
  let turn = 0
  let cancel = () => {}

  async function load(): Promise<void> {
    cancel()
    const mine = ++turn
    meanwhile ??= []
    try {
      const answer = await access.levels()
      if (mine !== turn) return
      takeAnswer(answer, clock.now(), true)
      for (const { alarms, rev } of meanwhile) if (rev > answer.rev) takeRows(alarms)
      meanwhile = null
      attempt = 0
      await loadShown()
      if (mine !== turn) return
      useLevels.setState({ line: 'whole' })
      askSnoozes()
      cancel = clock.after(AGAIN_MS * (0.75 + random() / 2), again)
    } catch (error) {
      if (mine !== turn) return
      // A server without alarms returns 404: the page evaluates levels itself.
      if (error instanceof ContractError && error.status === 404) useLevels.setState({ line: 'none' })
      else cancel = clock.after(backoffMs(attempt++, random, RETRY_MAX_MS), again)
    }
  }
  const again = () => void load()

  /** Requests the ladders on the screen that are off. */
  async function loadShown(): Promise<void> {
    const { watched, selection } = usePage.getState()
    const opened = selection?.kind === 'airport' || selection?.kind === 'place' ? [selection.id] : []
    const ids = [...new Set([...watched, ...opened])]
    if (ids.length > 0) takeAnswer(await access.levels(ids), clock.now(), false)
  }

  /** Rows carry no snoozes. A failed request keeps the previous ones. */
  async function loadSnoozes(): Promise<void> {
    if (useLevels.getState().line === 'whole') useLevels.setState({ snoozes: await access.snoozes() })
  }
  const askSnoozes = () => void loadSnoozes().catch(() => {})

  useLevels.setState({ line: 'loading' })
  const stops = [
    useAlarmLog.subscribe(({ line }, before) => {
      if (line.kind === before.line.kind) return
      const isUnanswered = line.kind === 'broken' && useLevels.getState().line === 'loading'
      if (line.kind === 'live' || isUnanswered) again()
    }),
    usePage.subscribe((now, before) => {
      const isOther = now.watched !== before.watched || now.selection?.id !== before.selection?.id
      if (isOther && useLevels.getState().line === 'whole') void loadShown().catch(() => {})
    }),
    clock.every(SNOOZES_EVERY_MS, askSnoozes),
    () => cancel(),
  ]
  return {
    /** Receives rows of the stream; `lastId` begins with the revision of the log. */
    heard(alarms: readonly Alarm[], lastId: string | null): void {
      meanwhile?.push({ alarms, rev: Number.parseInt(lastId ?? '', 10) || 0 })
      if (useLevels.getState().line === 'whole') takeRows(alarms)
      if (!alarms.some(({ stage }) => stage === 'observed')) return
      cancel()
      cancel = clock.after(BACKFILLED_MS * (1 + random()), again)
    },
    stop(): void {
      turn++
      for (const stop of stops) stop()
      const { local } = useLevels.getState()
      useLevels.setState({ ...useLevels.getInitialState(), local }, true)
    },
  }
}
