import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HOLD_MIN_RANGE } from '../../../../contract/watch/places.ts'
import { useOpenedFields } from '../../../input/use-opened-fields.ts'
import { usePlaces } from '../../../live/places/place-store.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from '../watch.module.css'
import { CheckedField, Problem } from './checked-field.tsx'
import { geometryOf, isBegun, isSimple, type PlaceFields, SHAPES, useDrawing } from './drawing-store.ts'
import { idFrom, pointsText } from './drawing-text.ts'
import { type Checked, wrongFields } from './place-problems.ts'
import { RuleFields, ruleOf } from './rule-fields.tsx'

const LENGTHS = {
  name: 120,
  nameZh: 120,
  group: 120,
  rings: 40,
  holdMin: 3,
  hours: 120,
  timeZone: 60,
  dailyReport: 5,
} satisfies Record<Exclude<keyof PlaceFields, 'rule' | 'levels'>, number>
type TextField = keyof typeof LENGTHS
/** In three parts, with the choice of a rule and the levels between them. */
const FIELDS: readonly TextField[] = ['name', 'nameZh', 'group']
const RING_FIELDS: readonly TextField[] = ['rings', 'holdMin']
const TIME_FIELDS: readonly TextField[] = ['hours', 'timeZone', 'dailyReport']
const OPTIONAL = ['nameZh', 'group', 'hours', 'timeZone', 'dailyReport'] as const

/** A place by fields alone, or by corners that are clicked on the map; a new one, or another form of one that is. */
export function PlaceForm({ onSave }: { onSave(feature: object): Promise<boolean> }) {
  const { t } = useTranslation('places-drawn')
  const { clock } = useServerConnection()
  const { said, shape, points, corners, changed, say, setShape, typeCorners, setPicking, reset } = useDrawing()
  const known = usePlaces((state) => state.byId)
  const fields = useOpenedFields<HTMLFormElement>({ takesFocus: changed !== null && !useDrawing.getState().hasPicked })
  const save = useRef<HTMLButtonElement>(null)
  const [isSaving, setSaving] = useState(false)
  // After drawing on the map, scrolls to the form's next step: on a phone the form is longer than the screen.
  useEffect(() => {
    if (useDrawing.getState().hasPicked) save.current?.scrollIntoView({ block: 'end' })
  }, [])
  const { name } = said
  const isElsewhere = changed?.at !== undefined
  const isShapeKept = changed !== null && (isElsewhere || !isSimple(changed.geometry))
  const geometry = isShapeKept ? changed.geometry : geometryOf(shape, points)
  const weather = changed?.stated?.weather ?? []
  const wrong = wrongFields(said, corners)
  const missing = name.trim() === '' ? t('nameNeeded') : geometry === null ? t(`few.${shape}`) : null
  const isReady = missing === null && wrong.length === 0
  const labelOf = (field: TextField | Checked) => t(field === 'rings' && shape === 'LineString' ? 'distances' : field)
  const problemOf = (field: TextField | 'corners') =>
    wrong.some((each) => each === field)
      ? t(`${field}Wrong`, { least: HOLD_MIN_RANGE[0], most: HOLD_MIN_RANGE[1] })
      : null

  const fieldOf = (field: TextField) => (
    <CheckedField
      key={field}
      label={labelOf(field)}
      value={said[field]}
      problem={problemOf(field)}
      maxLength={LENGTHS[field]}
      inputMode={field === 'holdMin' ? 'numeric' : undefined}
      required={!OPTIONAL.some((each) => each === field)}
      onChange={(text) => say({ [field]: text })}
    />
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady || isSaving) return
    const properties = {
      id: changed?.id ?? idFrom(name, clock.now(), known),
      name: name.trim(),
      ...ruleOf(said, idsOf(weather)),
      ...(weather.length > 0 && { weather }),
      ...(isElsewhere && { at: changed.at }),
      ...Object.fromEntries(OPTIONAL.map((field) => [field, said[field].trim()]).filter(([, text]) => text)),
    }
    setSaving(true)
    void onSave({ type: 'Feature', geometry: isElsewhere ? null : geometry, properties }).then((isSaved) => {
      setSaving(false)
      // The user may have continued with another place meanwhile.
      const now = useDrawing.getState()
      if (isSaved && now.said === said && now.points === points && now.changed === changed) reset()
    })
  }

  return (
    <form {...fields} className={`fields ${styles.placeForm}`} onSubmit={submit}>
      {FIELDS.map(fieldOf)}
      <RuleFields>{RING_FIELDS.map(fieldOf)}</RuleFields>
      {TIME_FIELDS.map(fieldOf)}
      {isShapeKept ? (
        <p className="faint">{isElsewhere ? t('shapeAt', { at: changed.at }) : t('shapeKept')}</p>
      ) : (
        <>
          <Segmented
            label={t('shape')}
            options={SHAPES.map((each) => ({ value: each, label: t(`shapes.${each}`) }))}
            value={shape}
            onChange={setShape}
          />
          <Button onClick={() => setPicking(true)}>{t(changed ? 'movePoints' : 'draw')}</Button>
          <Corners
            label={labelOf('corners')}
            text={corners ?? pointsText(points)}
            problem={problemOf('corners')}
            onType={typeCorners}
          />
        </>
      )}
      <p className="faint" role="status">
        {[
          missing ?? (isShapeKept ? null : t('ready', { count: points.length })),
          wrong.length > 0 ? t('mend', { fields: wrong.map(labelOf).join(' · ') }) : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <button ref={save} type="submit" className={styles.submit} disabled={!isReady || isSaving}>
        {t(changed ? 'saveChange' : 'save')}
      </button>
      {changed || isBegun({ said, points }) ? <Button onClick={reset}>{t(changed ? 'cancel' : 'clear')}</Button> : null}
    </form>
  )
}

const idsOf = (levels: readonly { id: string }[]) => levels.map(({ id }) => id)

interface CornersProps {
  label: string
  text: string
  problem: string | null
  onType(text: string | null): void
}

/** The coordinates as text, for keyboard users and copied coordinates. */
function Corners({ label, text, problem, onType }: CornersProps) {
  const { t } = useTranslation('places-drawn')
  const id = useId()
  return (
    <div className={styles.corners}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        placeholder={t('cornersHint')}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        value={text}
        onChange={({ target }) => onType(target.value)}
        // Normalised once the field is left.
        onBlur={() => problem === null && onType(null)}
      />
      <Problem id={`${id}-problem`} problem={problem} />
    </div>
  )
}
