import { parseArgs } from 'node:util'
import { LIGHTNING_PATHS } from '../src/contract/lightning.ts'
import type { SentBatch } from './fanout/batches.ts'
import { findNats, NATS_GREETING, NATS_MISSING, startNats } from './fanout/nats.ts'
import { groupLine, measureProcesses } from './fanout/processes.ts'
import { filesToReconnect, measureReconnect } from './fanout/reconnect.ts'
import { type Helper, openFilesMax, pass, percentile, startHelper } from './lib/machine.ts'

/** `npm run bench:fanout`: one batch a second to thousands of viewers on one server process, on loopback alone. */

const USAGE = `npm run bench:fanout -- [flags]
  --viewers 10000   sockets on one server process
  --rate 200        strikes a second, in one batch
  --seconds 10      measured seconds of each part
  --nats PATH       path of nats-server; "no" skips it
  --reconnect       instead: kills the process of all viewers, who reconnect to another one with the same log (needs nats-server)
  --rest            with --reconnect: without a shared log; returning viewers request the last minute by REST
  --processes 2     that number of viewers on each of several processes with a shared log, compared with one (needs nats-server)
  --json            prints the numbers as JSON
`

/** Limits of the product. */
const GOALS = { p99Ms: 250, bytesPerViewer: 20_000, bytesPerStrike: 50, cpuOfNats: 0.5, cpuOfLeast: 1.1 }
/** nats-server compresses for each subscriber separately; more subscribers need more than two cores. */
const NATS_COMPRESSED_MAX = 1_000
/** By then V8 has compiled the code of a batch, and collected what the opening of the sockets left. */
const WARM_UP_SECONDS = 25
const ARRIVE_MS = 1_500
const ARRIVE_AT_MOST_MS = 30_000

interface Part {
  viewers: number
  batches: number
  deliveredPercent: number
  p50Ms: number
  p99Ms: number
  cpuPercentOfCore: number
  cpuMicrosPerViewerSecond: number
  bytesPerViewer: number
  bytesPerStrike: number
}

/** A measured system: a server of batches, and the protocol of its viewers. */
interface Subject {
  port: number
  path: string
  headers: string[]
  greeting: string
  binary: boolean
  compressed: boolean
  start(): Promise<unknown> | unknown
  halt(): Promise<unknown> | unknown
  sent(): Promise<SentBatch[]> | SentBatch[]
  usage(): Promise<Usage> | Usage
  collectGarbage(): Promise<unknown> | unknown
  stop(): void
}

interface Usage {
  cpuMs: number
  rssBytes: number
}

// Child processes end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
const options = read()
if (options?.reconnect) await runReconnect(options)
else if (options && options.processes > 1) await runProcesses(options)
else if (options) await run(options)

function read() {
  const { values } = parseArgs({
    options: {
      viewers: { type: 'string', default: '10000' },
      rate: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '10' },
      nats: { type: 'string' },
      reconnect: { type: 'boolean', default: false },
      rest: { type: 'boolean', default: false },
      processes: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const numbers = [values.viewers, values.rate, values.seconds, values.processes].map(Number)
  const [viewers, rate, seconds, processes] = numbers as [number, number, number, number]
  const { nats, json, reconnect, rest } = values
  const files = reconnect ? filesToReconnect({ viewers, rest }) : viewers + 200
  const problem = numbers.some((value) => !Number.isInteger(value) || value < 1)
    ? '--viewers, --rate, --seconds and --processes are whole numbers from 1.'
    : openFilesMax() < files
      ? `${viewers} viewers need ${files} open files in a process, and ${openFilesMax()} are allowed: ulimit -n ${files}, or fewer --viewers.`
      : null
  if (values.help || problem) {
    process.stderr.write(`${problem ? `${problem}\n` : ''}${USAGE}`)
    process.exitCode = problem ? 2 : 0
    return null
  }
  return { viewers, rate, seconds, processes, nats, json, reconnect, rest }
}

async function runReconnect({ viewers, rate, rest, json }: NonNullable<typeof options>): Promise<void> {
  const say = (line: string) => void (json ? process.stderr : process.stdout).write(`${line}\n`)
  const { goals, ...numbers } = await measureReconnect({ viewers, rate, rest, say })
  if (json) process.stdout.write(`${JSON.stringify({ rate, ...numbers, goals }, null, 2)}\n`)
  else {
    for (const [name, value] of Object.entries(numbers))
      say(`${name.padEnd(28)}${value.toFixed(value < 10 ? 2 : 0).padStart(10)}`)
    for (const [goal, met] of Object.entries(goals)) say(`${met ? 'met    ' : 'NOT MET'}  ${goal}`)
  }
  process.exitCode = Object.values(goals).every(Boolean) ? 0 : 1
}

async function runProcesses({ json, ...of }: NonNullable<typeof options>): Promise<void> {
  const say = (line: string) => void (json ? process.stderr : process.stdout).write(`${line}\n`)
  const { goals, ...numbers } = await measureProcesses({ ...of, say })
  if (json) process.stdout.write(`${JSON.stringify({ rate: of.rate, ...numbers, goals }, null, 2)}\n`)
  else {
    for (const [name, value] of Object.entries(numbers))
      say(`${name.padEnd(18)}${typeof value === 'number' ? value.toFixed(2) : groupLine(value)}`)
    for (const [goal, met] of Object.entries(goals)) say(`${met ? 'met    ' : 'NOT MET'}  ${goal}`)
  }
  process.exitCode = Object.values(goals).every(Boolean) ? 0 : 1
}

async function run({ viewers, rate, seconds, nats, json }: NonNullable<typeof options>): Promise<void> {
  const say = (line: string) => void (json ? process.stderr : process.stdout).write(`${line}\n`)
  const generator = startHelper('fanout/viewers.ts')
  try {
    say(`${viewers} viewers, ${rate} strikes a second in one batch, ${seconds} s a part.`)
    const bare = await measure('The least that a Node program can do', 'bare', viewers)
    const product = await measure('Brontide', 'product', viewers, 'and one more that never reads')
    const command = nats === 'no' ? null : findNats(nats)
    if (!command) say(nats === 'no' ? '' : NATS_MISSING)
    const plain = command ? await measureNats(command, viewers, false) : null
    const compressed = command ? await measureNats(command, Math.min(viewers, NATS_COMPRESSED_MAX), true) : null

    const [alone, withUnread] = product as [Part, Part]
    const beyondMs = alone.p99Ms - bare[0]!.p99Ms
    const cpuOfNats = plain && alone.cpuMicrosPerViewerSecond / plain.cpuMicrosPerViewerSecond
    const cpuOfLeast = alone.cpuMicrosPerViewerSecond / bare[0]!.cpuMicrosPerViewerSecond
    const goals = {
      'all delivered': alone.deliveredPercent === 100 && withUnread.deliveredPercent === 100,
      [`p99 beyond the generator’s own delay under ${GOALS.p99Ms} ms`]: beyondMs < GOALS.p99Ms,
      'a viewer that never reads does not affect the p99 of others': withUnread.p99Ms < alone.p99Ms * 1.5 + 20,
      [`at most ${GOALS.bytesPerViewer / 1_000} kB a viewer`]: alone.bytesPerViewer <= GOALS.bytesPerViewer,
      [`at most ${GOALS.bytesPerStrike} bytes a strike`]: alone.bytesPerStrike <= GOALS.bytesPerStrike,
      [`at most ${GOALS.cpuOfLeast} times the CPU of the least Node program`]: cpuOfLeast <= GOALS.cpuOfLeast,
      ...(cpuOfNats !== null && { 'at most half the CPU of nats-server': cpuOfNats <= GOALS.cpuOfNats }),
    }
    const parts = { bare: bare[0]!, product: alone, withUnread, natsPlain: plain, natsCompressed: compressed }
    if (json) {
      const numbers = { viewers, rate, seconds, ...parts, p99BeyondGeneratorMs: beyondMs, cpuOfLeast, cpuOfNats, goals }
      process.stdout.write(`${JSON.stringify(numbers, null, 2)}\n`)
    } else {
      printTable(parts)
      say(`p99 beyond the generator’s own delay: ${beyondMs.toFixed(1)} ms`)
      say(`CPU per viewer: ${cpuOfLeast.toFixed(2)} times the least Node program’s`)
      if (cpuOfNats !== null) say(`CPU per viewer: ${(cpuOfNats * 100).toFixed(0)} % of nats-server’s (uncompressed)`)
      for (const [goal, met] of Object.entries(goals)) say(`${met ? 'met    ' : 'NOT MET'}  ${goal}`)
    }
    process.exitCode = Object.values(goals).every(Boolean) ? 0 : 1
  } finally {
    generator.stop()
  }

  async function measure(name: string, kind: string, count: number, unread?: string): Promise<Part[]> {
    const helper = startHelper('fanout/server.ts', [kind, String(rate)])
    try {
      const { port } = await helper.ask<{ port: number }>({ what: 'address' })
      const subject: Subject = {
        port,
        path: LIGHTNING_PATHS.socket,
        headers: ['Authorization: Bearer sk-bench-viewer'],
        greeting: '{"action":"subscribe"}',
        binary: false,
        compressed: true,
        ...speaking(helper),
      }
      say(`${name} …`)
      return await measureSubject(subject, count, unread)
    } finally {
      helper.stop()
    }
  }

  async function measureNats(command: string, count: number, compressed: boolean): Promise<Part> {
    say(`nats-server, ${compressed ? `compressed, ${count} viewers` : 'uncompressed'} …`)
    const server = await startNats(command, rate, compressed)
    const subject = { ...server, path: '/', headers: [], greeting: NATS_GREETING, binary: true, compressed }
    try {
      return (await measureSubject(subject, count))[0]!
    } finally {
      server.stop()
    }
  }

  async function measureSubject(subject: Subject, count: number, unread?: string): Promise<Part[]> {
    const before = await memoryOf(subject)
    const { start, halt, sent, usage, collectGarbage, stop, ...opening } = subject
    await generator.ask({ what: 'open', count, ...opening })
    await send(subject, WARM_UP_SECONDS)
    const parts = [await measurePart(subject, count, before)]
    if (unread) {
      say(`  ${unread} …`)
      await generator.ask({ what: 'open-unread', ...opening })
      parts.push(await measurePart(subject, count, before))
    }
    await generator.ask({ what: 'close' })
    return parts
  }

  /** Sends for a while, and waits until the last batch has arrived, or none arrives. */
  async function send(subject: Subject, forSeconds: number): Promise<void> {
    await generator.ask({ what: 'clear' })
    await subject.start()
    await pass(forSeconds * 1_000 + 500)
    await subject.halt()
    for (let had = -1, waitedMs = 0; waitedMs < ARRIVE_AT_MOST_MS; waitedMs += ARRIVE_MS) {
      const { count } = await generator.ask<{ count: number }>({ what: 'count' })
      if (count === had) return
      had = count
      await pass(ARRIVE_MS)
    }
  }

  async function measurePart(subject: Subject, count: number, beforeBytes: number): Promise<Part> {
    const known = (await subject.sent()).length
    const began = await subject.usage()
    await send(subject, seconds)
    const ended = await subject.usage()
    const batches = (await subject.sent()).slice(known)
    const { all } = await generator.ask<{ all: { key: string; bytes: number; micros: number[] }[] }>({
      what: 'arrivals',
    })
    const byKey = new Map(all.map((each) => [each.key, each]))
    const delays: number[] = []
    let bytes = 0
    for (const { key, sentMicros } of batches) {
      const arrived = byKey.get(key)
      bytes += arrived?.bytes ?? 0
      for (const micros of arrived?.micros ?? []) delays.push((micros - sentMicros) / 1_000)
    }
    delays.sort((a, b) => a - b)
    const cpuMs = ended.cpuMs - began.cpuMs
    return {
      viewers: count,
      batches: batches.length,
      deliveredPercent: (delays.length / (count * batches.length)) * 100,
      p50Ms: percentile(delays, 0.5),
      p99Ms: percentile(delays, 0.99),
      // A batch per second: the cost of each, at any time.
      cpuPercentOfCore: cpuMs / batches.length / 10,
      cpuMicrosPerViewerSecond: (cpuMs * 1_000) / delays.length,
      bytesPerViewer: ((await memoryOf(subject)) - beforeBytes) / count,
      bytesPerStrike: bytes / batches.reduce((sum, { strikes }) => sum + strikes, 0),
    }
  }
}

async function memoryOf(subject: Subject): Promise<number> {
  await subject.collectGarbage()
  return (await subject.usage()).rssBytes
}

function speaking(helper: Helper): Omit<Subject, 'port' | 'path' | 'headers' | 'greeting' | 'binary' | 'compressed'> {
  return {
    start: () => helper.ask({ what: 'start' }),
    halt: () => helper.ask({ what: 'stop' }),
    sent: () => helper.ask<SentBatch[]>({ what: 'sent' }),
    usage: () => helper.ask<Usage>({ what: 'usage' }),
    collectGarbage: () => helper.ask({ what: 'collect garbage' }),
    stop: helper.stop,
  }
}

function printTable(parts: Record<string, Part | null>): void {
  const names: Record<string, string> = {
    bare: 'least',
    product: 'Brontide',
    withUnread: '… one unread',
    natsPlain: 'nats',
    natsCompressed: 'nats, deflate',
  }
  const rows: [string, (part: Part) => string][] = [
    ['viewers', (part) => String(part.viewers)],
    ['batches', (part) => String(part.batches)],
    ['delivered %', (part) => part.deliveredPercent.toFixed(2)],
    ['p50 ms', (part) => part.p50Ms.toFixed(1)],
    ['p99 ms', (part) => part.p99Ms.toFixed(1)],
    ['CPU % of a core', (part) => part.cpuPercentOfCore.toFixed(1)],
    ['CPU µs a viewer and second', (part) => part.cpuMicrosPerViewerSecond.toFixed(1)],
    ['memory kB a viewer', (part) => (part.bytesPerViewer / 1_000).toFixed(1)],
    ['bytes a strike', (part) => part.bytesPerStrike.toFixed(1)],
  ]
  const there = Object.entries(parts).filter((entry): entry is [string, Part] => entry[1] !== null)
  const line = (first: string, cells: string[]) =>
    `${first.padEnd(28)}${cells.map((cell) => cell.padStart(15)).join('')}\n`
  process.stdout.write(
    `\n${line(
      '',
      there.map(([key]) => names[key]!),
    )}`,
  )
  for (const [name, cell] of rows)
    process.stdout.write(
      line(
        name,
        there.map(([, part]) => cell(part)),
      ),
    )
  process.stdout.write('\n')
}
