import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')
/** What Prometheus reads, and where people read the same. */
export const RULES_FILE = join(ROOT, 'deploy/monitoring/alerts.yml')
export const DOCUMENT = join(ROOT, 'docs/alerts.md')

export interface AlertRule {
  alert: string
  expr: string
  /** How long it has to hold, as Prometheus writes it: `1m`. At once where there is none. */
  for?: string
  labels: { severity: 'page' | 'ticket' }
  annotations: { summary: string; description: string }
}

export function readAlertRules(): AlertRule[] {
  const { groups } = parse(readFileSync(RULES_FILE, 'utf8')) as { groups: { rules: AlertRule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

/** A document with the table under its heading "Alerts" made of the rules; what to wake somebody for is in bold. */
export function withAlertTable(text: string, rules: readonly AlertRule[]): string {
  const rows = rules.map(({ expr, for: duration, labels, annotations: { summary, description } }) =>
    [
      labels.severity === 'page' ? `**${summary}**` : summary,
      `\`${expr}\``,
      duration?.replace(/m$/, ' min') ?? '–',
      description,
    ].join(' | '),
  )
  const table = ['alert | expression | for | what to do', '---|---|---|---', ...rows]
    .map((row) => (row.startsWith('---') ? `|${row}|` : `| ${row} |`))
    .join('\n')
  return text.replace(/(^## Alerts$[^|]*)(^\|.*\n)+/m, (_all, head: string) => `${head}${table}\n`)
}
