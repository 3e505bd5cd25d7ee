import { expect, it } from 'vitest'
import { rightsSchema } from '../../contract/watch/rights.ts'
import { faultOf, problemAt } from '../../core/problems/problem.ts'
import { cookieOf, passwordLine, setUpAccess } from '../../testing/access-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'
import { createSettingsFaults } from '../settings/settings-faults.ts'

const PASSWORD = 'a long enough password'
const FAULT = { name: 'PLACES_FILE', problems: [problemAt(faultOf('encoding', { encoding: 'UTF-16' }))], more: 0 }

it.each([
  ['whoever may configure alone', JSON.stringify({ acknowledge: ['li', 'wang'], configure: ['li'] }), ['li']],
  ['everybody who may acknowledge, where no file says who configures', null, ['li', 'wang']],
])('returns %s of rejected settings', async (_, roles, told) => {
  const { clock, history, watch, places } = await setUpWatch()
  const faults = createSettingsFaults()
  faults.set(FAULT.name, FAULT.problems)
  const lines = await Promise.all(['li', 'wang'].map((name) => passwordLine(`${name}:`, PASSWORD)))
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords', ...(roles !== null && { ROLES_FILE: 'roles' }) }
  const files = { passwords: lines.join('\n'), ...(roles !== null && { roles }) }
  const { ask, signIn } = setUpAccess(env, files, { clock, history, watch, places, faults })
  for (const name of ['li', 'wang']) {
    const cookie = cookieOf(await signIn({ name, password: PASSWORD }))
    const rights = rightsSchema.parse(await (await ask('/api/rights', { headers: { cookie } })).json())
    expect(rights.faults).toEqual(told.includes(name) ? [FAULT] : undefined)
  }
})
