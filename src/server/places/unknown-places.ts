import type { Logger } from 'pino'
import type { Place } from '../../core/places/place.ts'

/** Names in one log line. */
const NAMED = 20

/** Logs ids and groups in a settings file that no monitored place has: a misspelt one selects nothing. */
export function createUnknownPlacesLog(setting: string, log: Logger) {
  let told = ''
  return (named: readonly string[], places: readonly Place[]): void => {
    const known = new Set(['*', ...places.flatMap(({ id, group }) => [id, `group:${group}`])])
    const unknown = [...new Set(named)].filter((name) => !known.has(name))
    const text = unknown.join()
    if (text !== '' && text !== told)
      log.warn(
        { setting, places: unknown.slice(0, NAMED), count: unknown.length },
        'no monitored place has this id or group',
      )
    told = text
  }
}
