import type { Alarm, Stage } from '../../../contract/watch/alarms.ts'
import { ALERT_SETTINGS_DEFAULT, type AlertKind, type AlertSettings } from '../../../core/airports/alert-rules.ts'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM, ruleOf } from '../../../core/airports/rings.ts'
import type { Choices } from '../../state/choices.ts'

const KIND_OF_STAGE: Partial<Record<Stage, AlertKind>> = {
  approach: 'strike',
  alert: 'strike',
  alarm: 'strike',
  quiet: 'strike',
  'not-watched': 'strike',
  category: 'category',
  wind: 'gust',
  visibility: 'visibility',
  ceiling: 'ceiling',
  speci: 'speci',
  overdue: 'overdue',
}

/** Which of the choices of alerts is about an alarm; undefined where none is. */
export function kindOf({ stage, details }: Pick<Alarm, 'stage' | 'details'>): AlertKind | undefined {
  if (stage !== 'feed-lost') return KIND_OF_STAGE[stage]
  return details.feed === 'reports' ? 'reports-lost' : 'lightning-lost'
}

/**
 * Whether somebody chose something here that the watch of the server does not go by for everybody.
 */
export function isOwnChoice(
  kind: AlertKind,
  icao: string | null,
  settings: AlertSettings,
  page: Pick<Choices, 'rings' | 'holdMinutes' | 'ownRules' | 'categoryScheme'>,
): boolean {
  switch (kind) {
    case 'strike': {
      const { rings, holdMinutes } = ruleOf(icao ?? '', page)
      return holdMinutes !== HOLD_MINUTES_DEFAULT || rings.join() !== RINGS_DEFAULT_KM.join()
    }
    case 'category':
      return page.categoryScheme !== 'icao'
    case 'gust':
      return settings.gustMps !== ALERT_SETTINGS_DEFAULT.gustMps
    case 'visibility':
      return settings.visibilityM !== ALERT_SETTINGS_DEFAULT.visibilityM
    case 'ceiling':
      return settings.ceilingM !== ALERT_SETTINGS_DEFAULT.ceilingM
    default:
      return false
  }
}
