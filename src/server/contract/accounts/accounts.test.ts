import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createAccounts, type SlotHolder } from './accounts.ts'

function setUp(sockets: number) {
  const limits = { requestsPerSecond: 10, sockets }
  const account = createAccounts(createFakeClock()).of({ id: 'office', by: 'token', limits })
  let looks = 0
  const holder = () => {
    const state = { open: true }
    const isOpen = () => {
      looks++
      return state.open
    }
    const slot: SlotHolder = { isOpen }
    return { slot, close: () => (state.open = false) }
  }
  return { account, holder, looks: () => looks }
}

it('assigns a slot without checking the thousands in use', () => {
  const { account, holder, looks } = setUp(5_000)
  for (let i = 0; i < 5_000; i++) expect(account.takeSlot(holder().slot)).toBe(true)
  expect(looks()).toBeLessThan(5_000 * 3)
  expect(account.takeSlot(holder().slot)).toBe(false)
  expect(account.entry().sockets).toEqual({ now: 5_000, peak: 5_000, refused: 1 })
})

it.each([3, 500])('reuses the slot of a closing socket, of %i', (sockets) => {
  const { account, holder } = setUp(sockets)
  const all = Array.from({ length: sockets }, holder)
  for (const { slot } of all) account.takeSlot(slot)
  all[1]!.close()
  expect(account.openSlots()).toBe(sockets - 1)
  expect([account.takeSlot(holder().slot), account.takeSlot(holder().slot)]).toEqual([true, false])
  account.releaseSlot(all[1]!.slot)
  expect(account.entry().sockets).toEqual({ now: sockets, peak: sockets, refused: 1 })
})
