import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTimezone } from '../../../../contract/query.ts'
import { HOLD_MIN_RANGE, HOURS, TIME_OF_DAY } from '../../../../contract/watch/places.ts'
import { parseRings } from '../../../../core/airports/rings.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from '../watch.module.css'
import { geometryOf, isSimple, SHAPES, useDrawing } from './drawing-store.ts'
import { idFrom, parsePoints, pointsText } from './drawing-text.ts'

/** A place by fields alone, or by corners that are clicked on the map; a new one, or another form of one that is. */
export function PlaceForm({ onSave }: { onSave(feature: object): Promise<boolean> }) {
  const { t } = useTranslation('places-drawn')
  const { clock } = useServerConnection()
  const { said, shape, points, changed, say, setShape, setPoints, setPicking, reset } = useDrawing()
  const save = useRef<HTMLButtonElement>(null)
  // Whoever comes back from the map has the way on before them: on a phone the form is longer than the screen.
  useEffect(() => {
    if (useDrawing.getState().hasPicked) save.current?.scrollIntoView({ block: 'end' })
  }, [])
  const { name, nameZh, group, rings, holdMin, hours, timeZone, dailyReport } = said
  const isShapeKept = changed !== null && !isSimple(changed.geometry)
  const geometry = isShapeKept ? changed.geometry : geometryOf(shape, points)
  const ringsKm = parseRings(rings)
  const problems = [
    name.trim() === '' ? t('nameNeeded') : null,
    ringsKm === null ? t('ringsWrong') : null,
    hours.trim() === '' || HOURS.test(hours.trim()) ? null : t('hoursWrong'),
    dailyReport.trim() === '' || TIME_OF_DAY.test(dailyReport.trim()) ? null : t('dailyReportWrong'),
    timeZone.trim() === '' || isTimezone(timeZone.trim()) ? null : t('timeZoneWrong'),
    geometry === null ? t(`few.${shape}`) : null,
  ]
  const wrong = problems.find((problem) => problem !== null) ?? null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (wrong !== null) return
    const properties = {
      ...{ id: changed?.id ?? idFrom(name, clock.now()), name: name.trim(), ringsKm, holdMin },
      ...Object.fromEntries(
        Object.entries({ nameZh, group, hours, timeZone, dailyReport })
          .map(([key, text]) => [key, text.trim()])
          .filter(([, text]) => text),
      ),
    }
    void onSave({ type: 'Feature', geometry, properties }).then((isSaved) => {
      if (isSaved) reset()
    })
  }

  return (
    <form className={`fields ${styles.placeForm}`} onSubmit={submit}>
      <Field label={t('name')} value={name} onChange={(value) => say({ name: value })} maxLength={120} required />
      <Field label={t('nameZh')} value={nameZh} onChange={(value) => say({ nameZh: value })} maxLength={120} />
      <Field label={t('group')} value={group} onChange={(value) => say({ group: value })} maxLength={120} />
      <Field
        label={t(shape === 'LineString' ? 'distances' : 'rings')}
        value={rings}
        onChange={(value) => say({ rings: value })}
        maxLength={40}
        required
      />
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
      <Field label={t('hours')} value={hours} onChange={(value) => say({ hours: value })} maxLength={120} />
      <Field label={t('timeZone')} value={timeZone} onChange={(value) => say({ timeZone: value })} maxLength={60} />
      <Field
        label={t('dailyReport')}
        value={dailyReport}
        onChange={(value) => say({ dailyReport: value })}
        maxLength={5}
      />
      {isShapeKept ? (
        <p className={styles.faint}>{t('shapeKept')}</p>
      ) : (
        <>
          <Segmented
            label={t('shape')}
            options={SHAPES.map((each) => ({ value: each, label: t(`shapes.${each}`) }))}
            value={shape}
            onChange={setShape}
          />
          <Button onClick={() => setPicking(true)}>{t(changed ? 'movePoints' : 'draw')}</Button>
          <Corners key={pointsText(points)} text={pointsText(points)} onPoints={setPoints} />
        </>
      )}
      <p className={styles.faint} role="status">
        {wrong ?? (isShapeKept ? null : t('ready', { count: points.length }))}
      </p>
      <button ref={save} type="submit" className={styles.submit} disabled={wrong !== null}>
        {t(changed ? 'saveChange' : 'save')}
      </button>
      {changed ? <Button onClick={reset}>{t('cancel')}</Button> : null}
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
