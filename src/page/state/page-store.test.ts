import { beforeEach, expect, it } from 'vitest'
import { usePage } from './page-store.ts'

beforeEach(() => usePage.setState({ rings: [5, 8, 16], holdMinutes: 30, ownRules: {} }))

it('changes the common rings from an airport without its own rule', () => {
  usePage.getState().setRule('ZSPD', { rings: [1, 5, 10] })
  expect(usePage.getState()).toMatchObject({ rings: [1, 5, 10], holdMinutes: 30, ownRules: {} })
})

it('changes the rings of one airport with its own rule, and deletes them with the rule', () => {
  const { setOwnRule, setRule } = usePage.getState()
  setOwnRule('ZSPD', true)
  expect(usePage.getState().ownRules).toEqual({ ZSPD: { rings: [5, 8, 16], holdMinutes: 30 } })
  setRule('ZSPD', { holdMinutes: 10 })
  setRule('ZBAA', { holdMinutes: 20 })
  expect(usePage.getState()).toMatchObject({
    holdMinutes: 20,
    ownRules: { ZSPD: { rings: [5, 8, 16], holdMinutes: 10 } },
  })
  setOwnRule('ZSPD', false)
  expect(usePage.getState().ownRules).toEqual({})
})
