import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { RULES_FILE, readAlertRules } from '../../src/testing/monitoring/alert-rules.ts'

const cwd = dirname(RULES_FILE)
const PROMTOOL = 'promtool'

/** The output of `promtool` of the package prometheus; null if it is not installed. */
function promtool(...args: string[]): string | null {
  try {
    return execFileSync(PROMTOOL, args, { cwd, encoding: 'utf8', env: { PATH: process.env.PATH } })
  } catch (error) {
    const { code, stdout, stderr } = error as NodeJS.ErrnoException & { stdout?: string; stderr?: string }
    if (code === 'ENOENT') return null
    throw new Error(`${stdout}${stderr}`)
  }
}

it.for<[string, string[]]>([
  ['the configuration and the rules are what Prometheus takes', ['check', 'config', 'prometheus.yml']],
  ['every rule alerts where its fault is, and none where all is well', ['test', 'rules', 'alerts.test.yml']],
])('%s', ([, args], { skip }) => {
  const said = promtool(...args)
  if (said === null) skip('promtool is not on this machine: install the package prometheus to have this tested')
  expect(said).toContain('SUCCESS')
})

it('the document for operators names the alerts that justify waking a person', () => {
  const document = readFileSync(join(cwd, '../../docs/alerts.md'), 'utf8')
  const [, named = ''] = /justifies waking a person: ([^;]*);/.exec(document.replaceAll('\n', ' ')) ?? []
  const paging = readAlertRules().filter(({ labels }) => labels.severity === 'page')
  expect(named.split(', ')).toEqual(paging.map(({ annotations }) => annotations.summary))
})

it('every alert is tested, and has a summary and an action', () => {
  const tests = readFileSync(`${cwd}/alerts.test.yml`, 'utf8')
  const rules = readAlertRules()
  expect(rules.length).toBeGreaterThan(20)
  expect(rules.filter(({ alert }) => !tests.includes(`alertname="${alert}"`))).toEqual([])
  expect(rules.filter(({ annotations }) => !annotations.summary || !annotations.description)).toEqual([])
})
