import { describe, expect, it } from 'vitest'
import type { Bus, Cell, EventLog, KeptStore } from '../../server/cluster/engine.ts'

/** The interface of one process to a shared engine. */
export interface EngineWay {
  openLog(): Promise<EventLog<string>>
  openCell(): Promise<Cell>
  openKept(): Promise<KeptStore>
  bus: Bus
  /** Resolves once all subscriptions of this process are active. */
  settle(): Promise<void>
}

/** Opens an empty engine; returns a function by which a process joins it. */
export type OpenEngine = () => Promise<() => Promise<EngineWay>>

const WRITERS = 4
const ROUNDS = 25

/** Rules for every engine between the processes of a cluster. */
export function registerClusterEngineSuite(name: string, open: OpenEngine): void {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const isWritten = (answer: number | null) => answer !== null

  /** One engine as seen by two processes. */
  async function openTwice<T>(of: (way: EngineWay) => Promise<T> | T): Promise<[T, T]> {
    const join = await open()
    return [await of(await join()), await of(await join())]
  }
  const openLogs = () => openTwice((way) => way.openLog())
  const openCells = () => openTwice((way) => way.openCell())
  const joinTwice = () => openTwice((way) => way)

  describe(`the log: ${name}`, () => {
    /** Reads messages from that number on; `until` resolves after this many messages. */
    function collect(log: EventLog<string>, from: number) {
      const read: string[] = []
      let look = () => {}
      const stop = log.read(from, (number, entries) => {
        read.push(`${number} ${entries.join('+')}`)
        look()
      })
      const until = (count: number) =>
        new Promise<string[]>((resolve) => {
          look = () => {
            if (read.length >= count) resolve(read)
          }
          look()
        })
      return { read, until, stop }
    }

    it('numbers messages from 1 on, and has the last number', async () => {
      const [log, other] = await openLogs()
      expect((await log.bounds()).last).toBe(0)
      expect(await log.append(['a', 'b'], 0, 'id-1')).toBe(1)
      expect(await log.append(['c'], 1, 'id-2')).toBe(2)
      expect(await other.bounds()).toEqual({ first: 1, last: 2 })
      expect([other.identity, other.name]).toEqual([log.identity, log.name])
    })

    it('accepts a message only after the one named by its writer', async () => {
      const [log] = await openLogs()
      expect(await log.append(['a'], 3, 'id-1')).toBe(null)
      await log.append(['a'], 0, 'id-1')
      expect(await log.append(['b'], 0, 'id-2')).toBe(null)
      expect((await log.bounds()).last).toBe(1)
    })

    it('accepts one of several concurrent messages', async () => {
      const logs = await openLogs()
      for (let after = 0; after < ROUNDS; after++) {
        const written = await Promise.all(logs.map((log, i) => log.append([`${i}`], after, `${after} ${i}`)))
        expect(written.filter(isWritten)).toEqual([after + 1])
      }
    })

    it('stores a message once if appended again by its identifier', async () => {
      const [log, other] = await openLogs()
      expect([await log.append(['a'], 0, 'id-1'), await log.append(['a'], 0, 'id-1')]).toEqual([1, 1])
      await other.append(['b'], 1, 'id-2')
      expect(await log.append(['a'], 0, 'id-1')).toBe(1)
      expect((await log.bounds()).last).toBe(2)
    })

    it('delivers every message once and in order, including later ones, until unsubscribed', async () => {
      const [log, other] = await openLogs()
      await log.append(['a'], 0, 'id-1')
      await log.append(['b'], 1, 'id-2')
      const all = collect(other, 1)
      const rest = collect(other, 2)
      expect([await all.until(2), await rest.until(1)]).toEqual([['1 a', '2 b'], ['2 b']])
      await log.append(['c', 'd'], 2, 'id-3')
      expect([await all.until(3), await rest.until(2)]).toEqual([
        ['1 a', '2 b', '3 c+d'],
        ['2 b', '3 c+d'],
      ])
      all.stop()
      await log.append(['e'], 3, 'id-4')
      await rest.until(3)
      expect(all.read).toHaveLength(3)
      const again = collect(other, 3)
      expect(await again.until(2)).toEqual(['3 c+d', '4 e'])
    })

    it('continues its numbers after it was emptied', async () => {
      const [log, other] = await openLogs()
      await log.append(['a'], 0, 'id-1')
      await log.purge()
      expect(await log.bounds()).toEqual({ first: 2, last: 1 })
      expect(await log.append(['b'], 1, 'id-2')).toBe(2)
      expect(await collect(other, 1).until(1)).toEqual(['2 b'])
    })
  })

  describe(`a cell: ${name}`, () => {
    it('has the last value, with an increasing revision', async () => {
      const [cell, other] = await openCells()
      expect(await cell.read()).toBe(null)
      const first = await cell.write('a', null)
      expect(await other.read()).toEqual({ text: 'a', revision: first })
      const second = await other.write('b', first)
      expect(second).toBeGreaterThan(first!)
      expect(await cell.read()).toEqual({ text: 'b', revision: second })
    })

    it('is written only by a writer that names its revision', async () => {
      const [cell, other] = await openCells()
      const first = await cell.write('a', null)
      expect([await other.write('b', null), await other.write('b', first! + 1)]).toEqual([null, null])
      await cell.write('c', first)
      expect(await other.write('b', first)).toBe(null)
      expect((await cell.read())!.text).toBe('c')
    })

    it('is written by one of several concurrent writers, from the first time on', async () => {
      const join = await open()
      const cells = await Promise.all(Array.from({ length: WRITERS }, async () => (await join()).openCell()))
      for (let round = 0; round < ROUNDS; round++) {
        const stored = await cells[0]!.read()
        const written = await Promise.all(cells.map((cell, i) => cell.write(`${round} ${i}`, stored?.revision ?? null)))
        expect(written.filter(isWritten)).toHaveLength(1)
        const winner = written.findIndex(isWritten)
        expect(await cells[0]!.read()).toEqual({ text: `${round} ${winner}`, revision: written[winner] })
      }
    })
  })

  describe(`a compacted stream: ${name}`, () => {
    it('has the last value of each key, written by one of several concurrent writers, until it is emptied', async () => {
      const [kept, other] = await openTwice((way) => way.openKept())
      expect([await kept.keys(), await kept.get('strikes.7'), await kept.last()]).toEqual([[], null, 0])
      expect(await kept.put('strikes.7', bytes('a'), 0)).toBe(1)
      expect(await kept.put('strikes.8', bytes('b'), 1)).toBe(2)
      const written = await Promise.all([kept.put('strikes.7', bytes('c'), 2), other.put('strikes.7', bytes('d'), 2)])
      expect(written.toSorted()).toEqual([3, null])
      expect((await other.keys()).sort()).toEqual(['strikes.7', 'strikes.8'])
      expect(Buffer.from((await other.get('strikes.7'))!).toString()).toBe(written[0] === 3 ? 'c' : 'd')
      await kept.purge()
      expect([await kept.keys(), await kept.get('strikes.8'), await kept.last()]).toEqual([[], null, 3])
    })
  })

  describe(`the bus: ${name}`, () => {
    it('delivers a process’s messages to all other listeners of the channel, in order', async () => {
      const [one, two] = await joinTwice()
      const heard: string[] = []
      let by = new Set<string>()
      const { promise: isOver, resolve } = Promise.withResolvers<void>()
      one.bus.channel<string>('use').on((value) => heard.push(`own ${value}`))
      two.bus.channel<string>('other').on((value) => heard.push(`elsewhere ${value}`))
      const stop = two.bus.channel<string>('use').on((value, from) => {
        heard.push(value)
        by = by.add(from)
        if (value === 'c') resolve()
      })
      await Promise.all([one.settle(), two.settle()])
      for (const value of ['a', 'b', 'c']) one.bus.channel<string>('use').say(value)
      await isOver
      stop()
      one.bus.channel<string>('use').say('d')
      await Promise.all([one.settle(), two.settle()])
      expect([heard, by.size]).toEqual([['a', 'b', 'c'], 1])
    })

    it('brings an answer to a question, and null of a process that cannot answer', async () => {
      const [one, two] = await joinTwice()
      const question = { about: 'latency', icaos: ['ZSPD'] } as const
      const stop = two.bus.onQuestion(async (asked) => ({ to: asked }))
      await two.settle()
      expect(await one.bus.ask({ ...question, icaos: [...question.icaos] })).toEqual({ to: question })
      stop()
      two.bus.onQuestion(() => null)
      await two.settle()
      expect(await one.bus.ask({ about: 'latency', icaos: 'all' })).toBe(null)
    })

    it('returns null for a question that no process takes, and rejects one whose responder failed', async () => {
      const [one, two] = await joinTwice()
      expect(await one.bus.ask({ about: 'latency', icaos: 'all' })).toBe(null)
      two.bus.onQuestion(() => Promise.reject(new Error('failed')))
      await two.settle()
      await expect(one.bus.ask({ about: 'latency', icaos: 'all' })).rejects.toThrow()
    })
  })
}
