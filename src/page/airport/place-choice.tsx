import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchAirports } from '../../core/airports/airport-search.ts'
import { addWords } from '../i18n/add-words.ts'
import { placeAsAirport, usePlaces } from '../live/places/place-store.ts'
import { useLive } from '../live/server-connection.ts'
import { usePlaceTitle } from './use-place-title.ts'

addWords(import.meta.glob('../../locales/*/fields.json', { eager: true, import: 'default' }))

const OFFERED_MAX = 12

interface PlaceChoiceProps {
  label: string
  /** The id of the selected place; empty while the field is empty, null for an unknown place. */
  chosen: string | null
  className?: string
  required?: boolean
  onChoose(id: string | null): void
}

/** One of the guarded places and airports, by typing its code, or a part of its name that no other has. */
export function PlaceChoice({ label, chosen, className, required = false, onChoose }: PlaceChoiceProps) {
  const { t } = useTranslation('fields')
  const { reports } = useLive()
  const places = usePlaces((state) => state.places)
  const titleOf = usePlaceTitle()
  const [text, setText] = useState(chosen ? titleOf(chosen) : '')
  const id = useId()
  const reasonId = useId()
  const all = useMemo(() => [...places.map(placeAsAirport), ...reports.airports()], [places, reports])
  const offered = useMemo(
    () => (text.trim() === '' ? all.slice(0, OFFERED_MAX) : searchAirports(all, text, OFFERED_MAX)),
    [all, text],
  )
  return (
    <>
      <input
        className={className}
        list={id}
        aria-label={label}
        aria-invalid={chosen === null}
        aria-describedby={chosen === null ? reasonId : undefined}
        placeholder={label}
        required={required}
        value={text}
        onChange={({ target: { value } }) => {
          setText(value)
          const wanted = value.trim().toLowerCase()
          const exact = all.find(({ icao }) => icao.toLowerCase() === wanted || titleOf(icao).toLowerCase() === wanted)
          const [found, another] = exact ? [exact] : searchAirports(all, value, 2)
          onChoose(wanted === '' ? '' : found && !another ? found.icao : null)
        }}
        // A part of a name that only one place has: shows which.
        onBlur={() => chosen && setText(titleOf(chosen))}
      />
      <datalist id={id}>
        {offered.map(({ icao }) => (
          <option key={icao} value={titleOf(icao)} />
        ))}
      </datalist>
      {chosen === null ? (
        <span id={reasonId} role="alert" className="faint">
          {t(offered.length > 1 ? 'placeAmbiguous' : 'placeUnknown')}
        </span>
      ) : null}
    </>
  )
}
