import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import type { Level } from '../../../../contract/watch/levels.ts'
import { laddersOf } from '../../../../core/places/place.ts'
import { featureOf } from '../../../../core/places/read-places.ts'
import { localName } from '../../../../locales/local-name.ts'
import { useRights } from '../../../live/alarms/use-watch-query.ts'
import { refreshPlaces } from '../../../live/places/fill-places.ts'
import { type ShapedPlace, usePlaces } from '../../../live/places/place-store.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useSettled } from '../../../live/time/use-settled.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/dialog/copy-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ladderText } from './bench-rule.ts'
import styles from './rules.module.css'

/** Applies the edited rule: for a drawn place directly, for others as text for the server's file. */
export function UseRule({ icao, levels, t }: { icao: string; levels: readonly Level[]; t: TFunction }) {
  const [isOpen, setOpen] = useState(false)
  const place = usePlaces((state) => state.byId.get(icao))
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t('use')}</Button>
  if (place?.isDrawn) return <WriteRule place={place} levels={levels} onDone={() => setOpen(false)} t={t} />
  // Levels of the place itself take precedence.
  const isOwn = place !== undefined && laddersOf(place).rule.lightning === 'place'
  return (
    <div className={styles.use}>
      <CopyField
        label={t(isOwn ? 'placesFile' : 'rulesFile', { place: icao })}
        text={ladderText(levels, isOwn ? null : icao)}
        words={{ copy: t('copy'), copied: t('copied'), copyFailed: t('copyFailed') }}
      />
    </div>
  )
}

interface WriteRuleProps {
  place: ShapedPlace
  levels: readonly Level[]
  onDone(): void
  t: TFunction
}

/** After confirmation, by users with permission. */
function WriteRule({ place, levels, onDone, t }: WriteRuleProps) {
  const { watch } = useServerConnection()
  const queries = useQueryClient()
  const rights = useRights()
  const lang = usePage((state) => state.lang)
  const [outcome, setOutcome] = useState<'written' | 'refused' | null>(null)
  // The second click of a double click has no effect.
  const isSettled = useSettled('write')
  if (rights?.configure !== null) return <p className="faint">{t('mayNot')}</p>
  if (outcome === 'written') return <Notice tone="neutral" title={t('written', { place: localName(place, lang) })} />

  async function write() {
    try {
      const { weather } = place.stated ?? {}
      const stated = { ...(weather && { weather }), levels }
      const access = await watch!()
      const { problems } = await access.changePlace(place.id, featureOf({ ...place, stated }))
      setOutcome(problems.length === 0 ? 'written' : 'refused')
      refreshPlaces()
      void queries.invalidateQueries({ queryKey: ['watch'] })
    } catch {
      setOutcome('refused')
    }
  }

  return (
    <div className={styles.use}>
      <p>
        {t('writeSure', {
          place: localName(place, lang),
          levels: levels.map((level) => localName(level, lang)).join(' · '),
        })}
      </p>
      <p className={styles.buttons}>
        <Button waits={!isSettled} onClick={() => void write()}>
          {t('write')}
        </Button>
        <Button onClick={onDone}>{t('keep')}</Button>
      </p>
      {outcome === 'refused' ? <Notice tone="warn" title={t('refused')} /> : null}
    </div>
  )
}
