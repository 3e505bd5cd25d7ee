import { expect, it } from 'vitest'
import { readNats } from './nats-settings.ts'

const SECRET = { TOKEN_SECRET: 'a secret of enough characters' }
const readFile = (path: string) => {
  if (path === '/gone') throw Object.assign(new Error(), { code: 'ENOENT' })
  return `text of ${path}`
}
const problemsOf = (set: Record<string, string>) => readNats(set, readFile).problems

it('is nothing where no server is named', () => {
  expect(readNats({}, readFile)).toEqual({ config: null, problems: [] })
  expect(problemsOf({ NATS_CREDS_FILE: '/creds' })).toEqual(['NATS_CREDS_FILE needs NATS_URL'])
})

it('takes several servers, credentials and an authority', () => {
  const set = { ...SECRET, NATS_URL: 'tls://n1:4222, tls://n2:4222', NATS_CREDS_FILE: '/creds', NATS_CA_FILE: '/ca' }
  expect(readNats(set, readFile)).toEqual({
    config: { servers: ['tls://n1:4222', 'tls://n2:4222'], credentials: 'text of /creds', caFile: '/ca' },
    problems: [],
  })
})

it.each([
  [{ NATS_URL: 'n1:4222' }, 'NATS_URL must be URLs of NATS servers'],
  [{ NATS_URL: 'nats://n1,tls://n2' }, 'NATS_URL must be all nats:// or all tls://'],
  [{ NATS_URL: 'nats://n1', NATS_CA_FILE: '/ca' }, 'NATS_CA_FILE needs tls://'],
  [{ NATS_URL: 'nats://n1', NATS_CREDS_FILE: '/gone' }, "NATS_CREDS_FILE can't be read (ENOENT)"],
  [{ NATS_URL: 'nats://n1', DELIVERY: 'direct' }, 'NATS_URL needs DELIVERY=relay'],
])('refuses %o', (set, why) => {
  expect(problemsOf({ ...SECRET, ...set })).toEqual([expect.stringContaining(why)])
})

it('needs a secret that all processes have, and shows no password', () => {
  expect(problemsOf({ NATS_URL: 'nats://n1' })).toEqual([expect.stringContaining('NATS_URL needs TOKEN_SECRET')])
  const [problem] = problemsOf({ ...SECRET, NATS_URL: 'nats://me:hunter2@n1' })
  expect(problem).toContain('must not contain a name or a password')
  expect(problem).not.toContain('hunter2')
})
