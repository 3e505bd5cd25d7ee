import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Airport } from '../../core/airport.ts'
import { csvText } from '../../core/csv.ts'
import { evidenceRows, ringEvidence } from '../../core/ring-evidence.ts'
import { ruleOf } from '../../core/rings.ts'
import { addWords } from '../../shell/add-words.ts'
import { useContract } from '../../shell/contract-context.ts'
import { linkOfMoment } from '../../shell/copy-link.ts'
import { download } from '../../shell/download.ts'
import { formatFor } from '../../shell/format.ts'
import { useMapInstance } from '../../shell/map-hooks.ts'
import { reportStore } from '../../shell/report-store.ts'
import { useShell } from '../../shell/shell-store.ts'
import { shownStrikesOf } from '../../shell/shown-strikes.ts'
import { evidenceLines, evidencePicture, type Told } from './evidence-picture.ts'
import { useEvidence } from './evidence-store.ts'
import { strings } from './strings.ts'

addWords('evidence', strings)

/** Makes the picture and the table when somebody asks; inside the map, since it needs the map. */
export default function EvidenceLayer() {
  const { t } = useTranslation('evidence')
  const contract = useContract()
  const map = useMapInstance()
  const wanted = useEvidence((state) => state.wanted)

  useEffect(() => {
    if (!map || !wanted) return
    useEvidence.getState().begin()

    async function take() {
      if (!map) return
      const state = useShell.getState()
      const { shownAtMs, units, zone, lang } = state
      const atMs = shownAtMs ?? contract.clock.now()
      const held = shownStrikesOf(contract).current()
      const all = airportsMeant().map((airport) => {
        const { rings, holdMinutes } = ruleOf(airport.icao, state)
        const holdMs = holdMinutes * 60_000
        // What is still on its way is as good as not observed: a picture does not wait.
        const missing = [...held.notObserved(atMs - holdMs, atMs), ...held.pending(atMs - holdMs, atMs)]
        return ringEvidence(held.columns, airport, { rings, atMs, holdMs, missing })
      })
      const format = formatFor({ units, zone, lang })
      const { simulated } = contract.config
      const link = linkOfMoment(location.href, atMs)
      const told: Told = { atMs, isPast: shownAtMs !== null, simulated, link, lang, format, t }
      const copying = navigator.clipboard.writeText(evidenceLines(all, told).join('\n')).then(
        () => true,
        () => false,
      )
      const picture = await evidencePicture(map, all, told)
      const codes = all.map(({ airport }) => airport.icao)
      const name = ['brontide', ...codes.slice(0, 3), new Date(atMs).toISOString().replace(/[:-]|\.\d+/g, '')].join('-')
      download(`${name}.png`, picture)
      if (all.length > 0) download(`${name}.csv`, new Blob([csvText(evidenceRows(all))], { type: 'text/csv' }))
      const saved = all.length > 0 ? t('saved', { airports: codes.join(', ') }) : t('savedMap')
      useEvidence.getState().say((await copying) ? t('copied', { saved }) : saved)
    }
    take().catch(() => useEvidence.getState().say(t('failed')))
  }, [wanted, map, contract, t])
  return null
}

/** The airport that is selected, else those that are watched. */
function airportsMeant(): Airport[] {
  const { selection, watched } = useShell.getState()
  const codes = selection?.kind === 'airport' ? [selection.id] : watched
  return codes.map((icao) => reportStore.airport(icao)).filter((airport) => airport !== undefined)
}
