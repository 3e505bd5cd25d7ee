import { globSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { output, run, withoutSecrets } from './system.mjs'

it('passes no secret to child processes', async () => {
  const env = { ...process.env, UPSTREAM_API_KEY: 'sk-x', TOKEN_SECRET: 'y', KEPT: 'z' }
  const code = `const { env } = process; process.exit(env.KEPT === 'z' && !env.UPSTREAM_API_KEY && !env.TOKEN_SECRET ? 0 : 1)`
  expect(await run(process.execPath, ['-e', code], { env })).toBe(0)
})

it('passes none to short commands either', () => {
  vi.stubEnv('UPSTREAM_API_KEY', 'sk-x')
  vi.stubEnv('KEPT', 'z')
  const code = "process.stdout.write(process.env.KEPT + ' ' + process.env.UPSTREAM_API_KEY)"
  expect(output(process.execPath, ['-e', code])).toBe('z undefined')
  vi.unstubAllEnvs()
})

it('removes the secrets in any notation, and nothing else', () => {
  const env = { PATH: '/bin', UPSTREAM_API_KEY: 'sk-x', upstream_api_key: 'sk-x', UPSTREAM_API_KEY_FILE: '/run/key' }
  expect(withoutSecrets(env)).toEqual({ PATH: '/bin', UPSTREAM_API_KEY_FILE: '/run/key' })
})

it('is the only way to start processes, except for modules that set the environment explicitly', () => {
  const starting = /(?<![.\w])(spawn|spawnSync|fork|exec|execSync|execFile|execFileSync)\(/g
  const others = globSync([
    'scripts/**/*.{ts,mjs}',
    'bench/*.ts',
    'bench/!(node_modules)/**/*.ts',
    'e2e/**/*.ts',
  ]).flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    if (path.startsWith('scripts/lib/system.') || !/from 'node:child_process'/.test(text)) return []
    return [[path, text.match(starting)?.length, text.match(/\benv[:,]/g)?.length]]
  })
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter(([, calls, environments]) => !(environments >= calls))).toEqual([])
})
