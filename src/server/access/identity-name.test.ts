import { expect, it } from 'vitest'
import { setUpAccess } from '../../testing/access-kit.ts'
import { identityName } from './identity-name.ts'

/** As Node reads the bytes of a header. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

it.each([
  [utf8('张三'), '张三'],
  [utf8('Zoë à'), 'Zoë à'],
  ['Zo\xeb', 'Zoë'],
  ['=?UTF-8?B?5byg5LiJ?=', '张三'],
  ['=?utf-8?q?=E5=BC=A0=E4=B8=89?=', '张三'],
  ['=?UTF-8?B?5byg?= =?UTF-8?B?5LiJ?=', '张三'],
  ["UTF-8''%e5%bc%a0%e4%b8%89", '张三'],
  [' kim ', 'kim'],
  [utf8('Zoe\u0308'), 'Zoë'],
])('reads the name in %j', (header, name) => {
  expect(identityName(header)).toBe(name)
})

it.each([
  '',
  '  ',
  utf8('li\u200b'),
  utf8('l\u00adi'),
  utf8('li\u3164'),
  utf8('\u202eil'),
  'li\u0007',
  'x'.repeat(201),
])('treats %j as none', (header) => {
  expect(identityName(header)).toBeNull()
})

it('maps a name to its role, in any notation of a proxy', async () => {
  const files = { roles: '{"acknowledge": ["张三"], "configure": []}' }
  const env = {
    ACCESS: 'oidc',
    OIDC_IDENTITY_HEADER: 'X-Forwarded-User',
    TRUSTED_PROXIES: '10.0.0.1',
    ROLES_FILE: 'roles',
  }
  const { ask } = setUpAccess(env, files)
  for (const header of [utf8('张三'), '=?UTF-8?B?5byg5LiJ?=']) {
    expect((await ask('/api/status', { headers: { 'x-forwarded-user': header } })).status).toBe(200)
  }
  expect((await ask('/api/status', { headers: { 'x-forwarded-user': utf8('li\u200b') } })).status).toBe(401)
})
