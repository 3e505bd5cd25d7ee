import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { evidenceRows, ringEvidence } from '../../../core/airports/ring-evidence.ts'
import { ruleOf } from '../../../core/airports/rings.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { fileStamp } from '../../../core/time/iso.ts'
import { csvText } from '../../../core/util/csv.ts'
import { linkOfMoment } from '../../desk/copy-link.ts'
import { download, downloadCsv } from '../../desk/download.ts'
import { addWords } from '../../i18n/add-words.ts'
import { dataMark } from '../../i18n/data-mark.ts'
import { formatFor } from '../../i18n/format.ts'
import { placeAsAirport, type ShapedPlace, usePlaces } from '../../live/places/place-store.ts'
import { type ServerConnection, useServerConnection } from '../../live/server-connection.ts'
import { useMapInstance } from '../../map/map-hooks.ts'
import { useCommands } from '../../state/commands.ts'
import { usePage } from '../../state/page-store.ts'
import { TAKE_EVIDENCE } from './evidence-commands.ts'
import { evidenceLines, evidencePicture, type Told } from './evidence-picture.ts'
import { evidenceTarget } from './evidence-target.ts'
import { useLoopCommand } from './loop/use-loop-command.ts'

addWords(import.meta.glob('../../../locales/*/evidence.json', { eager: true, import: 'default' }))

/** Makes picture and table on request; mounted inside the map, which it needs. */
export default function EvidenceLayer() {
  const { t } = useTranslation('evidence')
  const { t: page } = useTranslation('page')
  const connection = useServerConnection()
  const map = useMapInstance()
  const commands = useCommands()
  useLoopCommand(map)

  useEffect(() => {
    if (!map) return
    return commands.attach(TAKE_EVIDENCE, (say) => {
      takeEvidence(map, connection, t, dataMark(connection.config, page)).then(say, () => say(t('failed')))
    })
  }, [commands, map, connection, t, page])
  return null
}

/** Saves and copies the evidence; returns the result as text. */
async function takeEvidence(
  map: MapLibreMap,
  connection: ServerConnection,
  t: Told['t'],
  mark: string,
): Promise<string> {
  const state = usePage.getState()
  const { shownAtMs, units, zone, lang } = state
  const atMs = shownAtMs ?? connection.clock.now()
  const held = connection.live.shownStrikes.current()
  const errorKm = connection.config.locationErrorKm ?? 0
  const all = evidenceTarget(state, connection.live.reports).map((meant) => {
    const airport = 'geometry' in meant ? placeAsAirport(meant) : meant
    const { rings, holdMinutes, edge } =
      'geometry' in meant ? placeRule(meant) : { ...ruleOf(meant.icao, state), edge: undefined }
    const holdMs = holdMinutes * MINUTE_MS
    // Loading data count as unobserved: a picture does not wait.
    const missing = [...held.notObserved(atMs - holdMs, atMs), ...held.pending(atMs - holdMs, atMs)]
    return ringEvidence(held.columns, airport, { rings, atMs, holdMs, missing, errorKm, ...(edge && { edge }) })
  })
  const format = formatFor({ units, zone, lang })
  const link = linkOfMoment(location.href, atMs)
  const shows = shownAtMs !== null ? 'past' : connection.live.strikes.line.state().isFresh ? 'live' : 'kept'
  const isOutlined = (id: string) => {
    const place = usePlaces.getState().byId.get(id)
    return place !== undefined && place.geometry.type !== 'Point'
  }
  const told: Told = { atMs, shows, mark, link, lang, format, t, isOutlined }
  const copying = navigator.clipboard.writeText(evidenceLines(all, told).join('\n')).then(
    () => true,
    () => false,
  )
  const picture = await evidencePicture(map, all, told)
  const codes = all.map(({ airport }) => airport.icao)
  const name = ['brontide', ...codes.slice(0, 3), fileStamp(atMs)].join('-')
  download(`${name}.png`, picture)
  if (all.length > 0) downloadCsv(`${name}.csv`, csvText(evidenceRows(all)))
  const saved = all.length > 0 ? t('saved', { airports: codes.join(', ') }) : t('savedMap')
  return (await copying) ? t('copied', { saved }) : saved
}

/** Its rings count from its edge. */
function placeRule({ ringsKm, holdMin, shape }: ShapedPlace) {
  return { rings: ringsKm, holdMinutes: holdMin, edge: { kmTo: shape.kmFrom, reachKm: shape.reachKm } }
}
