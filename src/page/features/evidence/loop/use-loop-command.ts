import type { TFunction } from 'i18next'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { bandsOf } from '../../../../core/strikes/age-ramp.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { fileStamp } from '../../../../core/time/iso.ts'
import { download } from '../../../desk/download.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { dataMark } from '../../../i18n/data-mark.ts'
import { formatFor } from '../../../i18n/format.ts'
import { type ServerConnection, useServerConnection } from '../../../live/server-connection.ts'
import { useCommands } from '../../../state/commands.ts'
import { usePage } from '../../../state/page-store.ts'
import { type LoopWish, SAVE_LOOP } from '../evidence-commands.ts'
import type { LoopWords } from './loop-frame.ts'

addWords(import.meta.glob('../../../../locales/*/loop.json', { eager: true, import: 'default' }))

/** After this time all strikes of a moment have arrived. */
const SETTLED_MS = 2_000
const MEGABYTE = 1e6

/** Makes the film on request, from the map. */
export function useLoopCommand(map: MapLibreMap | null): void {
  const { t } = useTranslation('loop')
  const { t: page } = useTranslation('page')
  const connection = useServerConnection()
  const commands = useCommands()
  useEffect(() => {
    if (!map) return
    return commands.attach(SAVE_LOOP, (wish) => {
      makeLoop(wish, { map, connection, t, page }).then(wish.ended, () =>
        wish.ended(t(wish.signal.aborted ? 'stopped' : 'failed')),
      )
    })
  }, [commands, map, connection, t, page])
}

interface LoopContext {
  map: MapLibreMap
  connection: ServerConnection
  t: TFunction
  page: TFunction<'page'>
}

async function makeLoop(wish: LoopWish, { map, connection, t, page }: LoopContext): Promise<string> {
  const [{ saveLoop }, { shownCredits }] = await Promise.all([
    import('./save-loop.ts'),
    import('../../../map/basemap/read-credits.tsx'),
  ])
  const { shownAtMs, windowMinutes, units, zone, lang } = usePage.getState()
  const windowMs = windowMinutes * MINUTE_MS
  const toMs = shownAtMs ?? connection.clock.now() - SETTLED_MS
  const loop = { fromMs: toMs - windowMs, toMs }
  const words = loopWords({ connection, t, page }, shownCredits(map), windowMs)
  const { signal, progress } = wish
  const { file, extension } = await saveLoop({ map, connection, words, loop, windowMs, signal, progress })
  const format = formatFor({ units, zone, lang })
  download(`brontide-loop-${fileStamp(toMs)}.${extension}`, file)
  return t('saved', {
    from: format.utcTime(loop.fromMs),
    to: format.utcTime(loop.toMs),
    size: (file.size / MEGABYTE).toFixed(1),
  })
}

function loopWords(
  { connection, t, page }: Omit<LoopContext, 'map'>,
  credits: readonly string[],
  windowMs: number,
): LoopWords {
  const { units, zone, lang, theme, strikeDisplay } = usePage.getState()
  const format = formatFor({ units, zone, lang })
  const { config, live } = connection
  const kept = live.strikes.line.state().isFresh ? '' : t('kept')
  return {
    marks: [dataMark(config, page).toUpperCase(), t('past'), kept].filter(Boolean),
    foot: [t('product'), t('credits', { names: credits.join(', ') }), t('notice')].join(' · '),
    bands: bandsOf(windowMs, strikeDisplay.palette, theme),
    seconds: (count) => t('seconds', { count }),
    minutes: (count) => t('minutes', { count }),
    timeText: (ms) => format.bothTimes(ms, { seconds: true, dated: true }),
    observed: (minutes, of) => t('observed', { minutes, of }),
    whole: t('whole'),
  }
}
