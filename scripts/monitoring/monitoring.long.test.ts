import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { RULES_FILE, readAlertRules } from '../../src/testing/monitoring/alert-rules.ts'
import { startServerProcess, temporaryRoot } from '../../src/testing/server-process.ts'

const PROMETHEUS = '/usr/bin/prometheus'
const DASHBOARD = join(dirname(RULES_FILE), 'dashboard.json')
const SCRAPE_MS = 1_000

interface Panel {
  title: string
  targets: { expr: string }[]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return (address as { port: number }).port
}

/** A separate Prometheus that scrapes the target each second, and its query function. */
async function startPrometheus(target: string) {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-prometheus-'))
  const config = {
    global: { scrape_interval: `${SCRAPE_MS}ms`, evaluation_interval: '1s' },
    rule_files: [RULES_FILE],
    scrape_configs: [{ job_name: 'brontide', static_configs: [{ targets: [target] }] }],
  }
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config)) // JSON is YAML
  const listen = `127.0.0.1:${await freePort()}`
  const flags = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`]
  const child: ChildProcess = spawn(PROMETHEUS, [...flags, `--web.listen-address=${listen}`], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH },
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  return async function query(expr: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]> {
    const response = await fetch(`http://${listen}/api/v1/query?${new URLSearchParams({ query: expr })}`)
    const body = (await response.json()) as { status: string; error?: string; data: { result: never[] } }
    if (body.status !== 'success') throw new Error(`${expr}: ${body.error}`)
    return body.data.result
  }
}

it.skipIf(!existsSync(PROMETHEUS))('every panel has data, and every rule is evaluated', async () => {
  const root = temporaryRoot()
  const dataDir = mkdtempSync(join(tmpdir(), 'brontide-data-'))
  const server = startServerProcess(root, { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' })
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await server.ended
    for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true })
  })
  const url = await server.ready
  const heal = { cause: 'line', at: new Date(Date.now()).toISOString(), seconds: 3, said: null }
  await fetch(`${url}/api/heals`, { method: 'POST', headers: { origin: url }, body: JSON.stringify({ heals: [heal] }) })
  const query = await startPrometheus(new URL(url).host)

  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: Panel[] }
  const drawn = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))
  expect(drawn.length).toBeGreaterThan(20)
  const empty = async () => {
    const answers = await Promise.all(
      drawn.map(async ({ title, expr }) => ((await query(expr)).length > 0 ? [] : [title])),
    )
    return answers.flat()
  }
  await expect.poll(() => empty().catch(String), { timeout: 60_000, interval: SCRAPE_MS }).toEqual([])

  const rules = readAlertRules()
  for (const { expr } of rules) await query(expr)
  // Requires simulated data.
  const firing = async () => (await query('ALERTS{alertstate="firing"}')).map(({ metric }) => metric.alertname)
  await expect.poll(firing, { timeout: 60_000, interval: SCRAPE_MS }).toEqual(['DataMade'])
})
