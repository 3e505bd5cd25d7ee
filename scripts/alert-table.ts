import { readFileSync, writeFileSync } from 'node:fs'
import { DOCUMENT, readAlertRules, withAlertTable } from './monitoring/alert-rules.ts'

// npm run alerts:table: writes the table of alerts in docs/alerts.md from the rules that Prometheus reads.
writeFileSync(DOCUMENT, withAlertTable(readFileSync(DOCUMENT, 'utf8'), readAlertRules()))
