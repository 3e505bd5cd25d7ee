import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { TOOL_ENV } from './release/stage.ts'

/** The output of a documented command of package.json that reads standard input. */
function run(script: string, args: string[], input: string): string {
  const program = ['scripts/run.mjs', `scripts/${script}.ts`, ...args]
  return execFileSync(process.execPath, program, { input, encoding: 'utf8', env: TOOL_ENV })
}

it('npm run -s metar:decode prints a report as JSON', () => {
  const decoded = JSON.parse(run('metar-decode', [], 'METAR ZSPD 010800Z 18005MPS 9999 TS SCT030CB 28/24 Q1006=\n'))
  expect(decoded).toMatchObject({ icao_code: 'ZSPD' })
})

it('npm run -s nowcast prints a line of JSON for each moment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-commands-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const sites = join(folder, 'sites.json')
  writeFileSync(sites, '[{"id": "ZSPD", "lat": 31.15, "lon": 121.8}]')
  const startNs = 1_782_892_800n * 1_000_000_000n
  const strikes = Array.from({ length: 20 }, (_, i) => `${startNs + BigInt(i) * 30_000_000_000n},31.2,121.4`)
  const lines = run('nowcast', ['--sites', sites, '--radius', '16', '--every', '300'], `${strikes.join('\n')}\n`)
  expect(JSON.parse(lines.split('\n')[0]!)).toMatchObject({ t: expect.anything() })
})

it('npm run access:hash refuses a password in another encoding, whose bytes would all become one character', () => {
  const gbk = Buffer.concat([Buffer.from('a long enough password '), Buffer.from([0xc9, 0xcf, 0xba, 0xa3])])
  const made = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/access-hash.ts', '--name', 'li'], {
    input: gbk,
    encoding: 'utf8',
    env: TOOL_ENV,
  })
  expect([made.status, made.stdout]).toEqual([1, ''])
  expect(made.stderr).toContain('A name and a password must be in UTF-8: set the terminal to it.\n')
})
