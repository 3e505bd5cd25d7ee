import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { parseInstantMs } from '../../contract/time.ts'
import { ageText } from '../../core/util/local-format.ts'
import type { Lang } from '../../locales/languages.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { graphicsHealth } from '../map/gl/graphics-health.ts'
import { keptStorage, tabStorage } from '../state/browser-storage.ts'
import { createHealLog, readHeals } from './heal-log.ts'
import { watchHeals } from './heal-watch.ts'
import { takeReload } from './may-reload.ts'

/** Logs recovered faults of this screen, here and at the server. */
export function useHeals(): void {
  const { clock, strikes, tellHeals } = useServerConnection()
  useEffect(() => {
    const log = createHealLog({ clock, storage: keptStorage(), send: tellHeals })
    const reloaded = takeReload(tabStorage())
    const stop = watchHeals({ clock, strikes, graphics: graphicsHealth, reloaded, healed: log.add })
    return () => {
      stop()
      log.close()
    }
  }, [clock, strikes, tellHeals])
}

/** The last recovery of this screen as a sentence; empty if there was none. */
export function lastHealText(
  storage: Pick<Storage, 'getItem'>,
  words: TFunction,
  lang: Lang,
  utc: (ms: number) => string,
): string {
  const last = readHeals(storage).at(-1)
  const atMs = last ? parseInstantMs(last.at) : null
  if (!last || atMs === null) return ''
  const values = { what: words(`healed.${last.cause}`), at: utc(atMs), age: ageText(last.seconds * 1_000, lang) }
  return words('lastHeal', values)
}
