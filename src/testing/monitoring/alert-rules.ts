import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../../..')
/** The rules of Prometheus. */
export const RULES_FILE = join(ROOT, 'deploy/monitoring/alerts.yml')

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
