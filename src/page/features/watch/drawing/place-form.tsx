import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HOLD_MIN_RANGE } from '../../../../contract/watch/places.ts'
import { parseRings } from '../../../../core/airports/rings.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from '../watch.module.css'
import { geometryOf, SHAPES, useDrawing } from './drawing-store.ts'
import { idFrom, parsePoints, pointsText } from './drawing-text.ts'

/** A new place by fields alone, or by corners that are clicked on the map. `onSave` gets its GeoJSON. */
export function PlaceForm({ onSave }: { onSave(geoJson: string): Promise<boolean> }) {
  const { t } = useTranslation('places-drawn')
  const { clock } = useServerConnection()
  const { said, shape, points, say, setShape, setPoints, setPicking, reset } = useDrawing()
  const { name, group, rings, holdMin } = said
  const geometry = geometryOf(shape, points)
  const ringsKm = parseRings(rings)
  const problems = [
    name.trim() === '' ? t('nameNeeded') : null,
    ringsKm === null ? t('ringsWrong') : null,
    geometry === null ? t(`few.${shape}`) : null,
  ]
  const wrong = problems.find((problem) => problem !== null) ?? null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (wrong !== null) return
    const properties = {
      ...{ id: idFrom(name, clock.now()), name: name.trim(), ringsKm, holdMin },
      ...(group.trim() && { group: group.trim() }),
    }
    void onSave(JSON.stringify({ type: 'Feature', geometry, properties })).then((isSaved) => {
      if (isSaved) reset()
    })
  }

  return (
    <form className={styles.placeForm} onSubmit={submit}>
      <Field label={t('name')} value={name} onChange={(value) => say({ name: value })} maxLength={120} required />
      <Field label={t('group')} value={group} onChange={(value) => say({ group: value })} maxLength={120} />
      <Field label={t('rings')} value={rings} onChange={(value) => say({ rings: value })} maxLength={40} required />
      <label>
        <span>{t('hold')}</span>
        <input
          type="number"
          min={HOLD_MIN_RANGE[0]}
          max={HOLD_MIN_RANGE[1]}
          required
          value={holdMin}
          onChange={({ target }) => say({ holdMin: target.valueAsNumber || HOLD_MIN_RANGE[0] })}
        />
      </label>
      <Segmented
        label={t('shape')}
        options={SHAPES.map((each) => ({ value: each, label: t(`shapes.${each}`) }))}
        value={shape}
        onChange={setShape}
      />
      <Button onClick={() => setPicking(true)}>{t('draw')}</Button>
      <Corners key={pointsText(points)} text={pointsText(points)} onPoints={setPoints} />
      <p className={styles.faint} role="status">
        {wrong ?? t('ready', { count: points.length })}
      </p>
      <button type="submit" className={styles.submit} disabled={wrong !== null}>
        {t('save')}
      </button>
    </form>
  )
}

interface FieldProps {
  label: string
  value: string
  maxLength: number
  required?: boolean
  onChange(value: string): void
}

function Field({ label, value, maxLength, required, onChange }: FieldProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        required={required}
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

/** The corners as text, for who draws by the keyboard or has them written down. They count once the field is left. */
function Corners({ text, onPoints }: { text: string; onPoints(points: { lat: number; lon: number }[]): void }) {
  const { t } = useTranslation('places-drawn')
  const id = useId()
  const [typed, setTyped] = useState(text)
  const points = parsePoints(typed)
  return (
    <div className={styles.corners}>
      <label htmlFor={id}>{t('corners')}</label>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        placeholder={t('cornersHint')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (points) onPoints(points)
        }}
      />
      {points ? null : <p role="alert">{t('cornersWrong')}</p>}
    </div>
  )
}
