import { beforeEach, expect, it } from 'vitest'
import { useShell } from './shell-store.ts'

beforeEach(() => useShell.setState({ rings: [5, 8, 16], holdMinutes: 30, ownRules: {} }))

it('changes the rings of all from an airport that has none of its own', () => {
  useShell.getState().setRule('ZSPD', { rings: [1, 5, 10] })
  expect(useShell.getState()).toMatchObject({ rings: [1, 5, 10], holdMinutes: 30, ownRules: {} })
})

it('changes those of one airport alone once it goes by its own, and forgets them when it does no more', () => {
  const { setOwnRule, setRule } = useShell.getState()
  setOwnRule('ZSPD', true)
  expect(useShell.getState().ownRules).toEqual({ ZSPD: { rings: [5, 8, 16], holdMinutes: 30 } })
  setRule('ZSPD', { holdMinutes: 10 })
  setRule('ZBAA', { holdMinutes: 20 })
  expect(useShell.getState()).toMatchObject({
    holdMinutes: 20,
    ownRules: { ZSPD: { rings: [5, 8, 16], holdMinutes: 10 } },
  })
  setOwnRule('ZSPD', false)
  expect(useShell.getState().ownRules).toEqual({})
})
