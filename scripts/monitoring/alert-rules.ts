import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')
/** The rules of Prometheus, and the document of their remedies. */
export const RULES_FILE = join(ROOT, 'deploy/monitoring/alerts.yml')
export const DOCUMENT = join(ROOT, 'docs/alerts.md')

export interface AlertRule {
  alert: string
  expr: string
  labels: { severity: 'page' | 'ticket' }
  annotations: { summary: string; description: string }
}

export function readAlertRules(): AlertRule[] {
  const { groups } = parse(readFileSync(RULES_FILE, 'utf8')) as { groups: { rules: AlertRule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

/**
 * A document with the table under its heading "Alerts" generated from the rules; alerts that page a person are bold.
 */
export function withAlertTable(text: string, rules: readonly AlertRule[]): string {
  const rows = rules.map(({ labels, annotations: { summary, description } }) =>
    [labels.severity === 'page' ? `**${summary}**` : summary, description].join(' | '),
  )
  const table = ['alert | what to do', '---|---', ...rows]
    .map((row) => (row.startsWith('---') ? `|${row}|` : `| ${row} |`))
    .join('\n')
  return text.replace(/(^## Alerts$[^|]*)(^\|.*\n)+/m, (_all, head: string) => `${head}${table}\n`)
}
