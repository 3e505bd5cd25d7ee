import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { HERE, setUpAccess } from '../../../testing/access-kit.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { fakeCluster } from '../../../testing/fakes/fake-cluster.ts'
import { silentLog as log } from '../../../testing/fakes/silent-log.ts'
import { setUpWatch } from '../../../testing/watch-kit.ts'
import { joinWatch } from './open-cluster-watch.ts'
import type { SharedWatchStore } from './shared-watch-store.ts'

it('forwards requests that fit into one message, and refuses longer ones', async () => {
  const forward = vi.fn(async () => ({ status: 202, headers: [], body: '{}' }))
  const { watch } = joinWatch({ store: {} as SharedWatchStore, clock: createFakeClock(), log, ask: forward })
  const { watch: own } = await setUpWatch()
  const { ask } = setUpAccess({}, {}, { watch: own, cluster: fakeCluster({ watch }) })
  /** A place whose name is as long as that, and can't be packed well. */
  const draw = (characters: number) => {
    const body = JSON.stringify({ name: randomBytes(characters).toString('base64').slice(0, characters) })
    const headers = { ...HERE, 'content-type': 'application/json', 'content-length': String(body.length) }
    return ask(API_PATHS.places, { method: 'POST', headers, body })
  }
  expect((await draw(900_000)).status).toBe(202)
  const refused = await draw(1_500_000)
  expect([refused.status, (await refused.json()).detail]).toEqual([400, expect.stringContaining('in parts')])
  expect(forward).toHaveBeenCalledOnce()
})

it('retries to open alarms while this process is the leader', async () => {
  const clock = createFakeClock()
  let isHeld = true
  const { watch, leading } = joinWatch({
    store: { lead: async () => true, leads: () => isHeld } as unknown as SharedWatchStore,
    clock,
    log,
    ask: async () => null,
  })
  let opened = 0
  const begin = vi.fn(async () => {
    if (begin.mock.calls.length < 4) throw new Error('the disk is busy')
    opened++
  })
  const beginLeading = () => void leading.begin(() => isHeld, vi.fn())
  watch.setTerms({ begin, end: async () => {}, isOpen: () => opened > 0 })
  beginLeading()
  await clock.advance(10_000)
  expect([begin.mock.calls.length, opened]).toEqual([4, 1])
  begin.mockClear()
  begin.mockRejectedValue(new Error('the disk is full'))
  beginLeading()
  await clock.advance(60_000)
  expect(begin.mock.calls.length).toBeGreaterThan(10)
  isHeld = false
  await clock.advance(5_000)
  begin.mockClear()
  await clock.advance(60_000)
  expect(begin).not.toHaveBeenCalled()
})
