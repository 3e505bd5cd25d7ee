import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localName } from '../../../../locales/local-name.ts'
import { useOpenPlace } from '../../../airport/use-open-place.ts'
import { usePlaces } from '../../../live/places/place-store.ts'
import { ONE_PANEL } from '../../../state/narrow.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/panel.tsx'
import { useLog } from '../log-store.ts'
import { placesWith } from '../places/find-places.ts'
import { zoomToPlace } from '../places/place-zoom.ts'
import styles from '../watch.module.css'

/** Thousands of rows with buttons would block the page: the others are found by search. */
const LISTED_MAX = 100

/** The guarded places besides the airports. */
export function PlaceList() {
  const { t } = useTranslation('places-drawn')
  const lang = usePage((state) => state.lang)
  const { list, places } = usePlaces()
  const openPlace = useOpenPlace()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  if (list === 'loading') return <Loading label={t('title')} />
  if (list === 'failed') return <Notice tone="warn" title={t('listFailed')} />
  const found = wanted.trim() === '' ? places : placesWith(wanted, places)
  const listed = found.slice(0, LISTED_MAX)
  const count =
    listed.length < places.length
      ? t('countListed', { listed: listed.length, count: places.length })
      : t('count', { count: places.length })
  return (
    <Section title={t('guarded')} note={count}>
      {places.length > LISTED_MAX ? (
        <p className={styles.filters}>
          <TextField type="search" label={t('find')} maxLength={120} value={text} onChange={setText} />
        </p>
      ) : null}
      {places.length === 0 ? <p className="faint">{t('none')}</p> : null}
      <ul className={styles.placeList}>
        {listed.map((place) => (
          <li key={place.id}>
            <Button
              onClick={() => {
                // Where there is room for one panel, this one would lie over that of the place.
                if (matchMedia(ONE_PANEL).matches) useLog.getState().show(null)
                openPlace(place.id, zoomToPlace(place))
              }}
            >
              {localName(place, lang)}
            </Button>{' '}
            <span className="faint">
              {[place.group, `${place.ringsKm.join(' / ')} km`, place.isDrawn ? null : t('ofFile')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
