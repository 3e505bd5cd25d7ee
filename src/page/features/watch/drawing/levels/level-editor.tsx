import { useTranslation } from 'react-i18next'
import { HORIZONS_MIN } from '../../../../../contract/nowcast.ts'
import { LEVEL_ACTION_MAX, LEVEL_NAME_MAX, type Level } from '../../../../../contract/watch/levels.ts'
import { COLOURS, LEVELS_MAX } from '../../../../../contract/watch/place-states.ts'
import { shorterOuterHold } from '../../../../../core/levels/ladder-of.ts'
import { localName } from '../../../../../locales/local-name.ts'
import { addWords } from '../../../../i18n/add-words.ts'
import { usePage } from '../../../../state/page-store.ts'
import { Button } from '../../../../ui/button.tsx'
import { LabelledSelect } from '../../../../ui/field/select.tsx'
import { CheckedField } from '../checked-field.tsx'
import styles from './level-editor.module.css'
import {
  type LevelChecked,
  type LevelFieldValues,
  ladderFrom,
  moved,
  withChange,
  withOneMore,
  wrongIn,
} from './level-fields.ts'

addWords(import.meta.glob('../../../../../locales/*/levels-drawn.json', { eager: true, import: 'default' }))

const LENGTHS = {
  name: LEVEL_NAME_MAX,
  nameZh: LEVEL_NAME_MAX,
  km: 6,
  holdMin: 3,
  action: LEVEL_ACTION_MAX,
  actionZh: LEVEL_ACTION_MAX,
  who: 700,
  percent: 5,
} satisfies Partial<Record<keyof LevelFieldValues, number>>
type TypedField = keyof typeof LENGTHS
const NUMBERS: readonly TypedField[] = ['km', 'holdMin', 'percent']

interface LevelEditorProps {
  levels: readonly LevelFieldValues[]
  /** The weather levels of the place, which are written in files alone. */
  weather: readonly Level[]
  onChange(levels: readonly LevelFieldValues[]): void
}

/** The levels of a place as fields; values apply when the form is submitted. */
export default function LevelEditor({ levels, weather, onChange }: LevelEditorProps) {
  const { t } = useTranslation('levels-drawn')
  const lang = usePage((state) => state.lang)
  const ladder = ladderFrom(levels, [])
  const shorter = ladder && shorterOuterHold(ladder)
  const nameOf = (level: Level) => localName(level, lang)
  return (
    <section className={styles.levels} aria-label={t('title')}>
      <h4>{t('title')}</h4>
      {levels.map((level, index) => (
        <LevelFields
          key={level.key}
          number={index + 1}
          level={level}
          wrong={wrongIn(levels, index)}
          onSay={(change) => onChange(levels.with(index, withChange(level, change)))}
          onMove={(by) => onChange(moved(levels, index, by))}
          onRemove={() => onChange(levels.toSpliced(index, 1))}
          isFirst={index === 0}
          isLast={index === levels.length - 1}
        />
      ))}
      {shorter ? (
        <p role="status" className={styles.warning}>
          {t('shorter', { outer: nameOf(shorter.outer), inner: nameOf(shorter.inner) })}
        </p>
      ) : null}
      <Button disabled={levels.length >= LEVELS_MAX} onClick={() => onChange(withOneMore(levels))}>
        {t('add')}
      </Button>
      {weather.length > 0 ? <p>{t('weatherKept', { count: weather.length })}</p> : null}
    </section>
  )
}

interface LevelFieldsProps {
  number: number
  level: LevelFieldValues
  wrong: readonly LevelChecked[]
  onSay(change: Partial<LevelFieldValues>): void
  onMove(by: 1 | -1): void
  onRemove(): void
  isFirst: boolean
  isLast: boolean
}

function LevelFields({ number, level, wrong, onSay, onMove, onRemove, isFirst, isLast }: LevelFieldsProps) {
  const { t } = useTranslation('levels-drawn')
  const problemOf = (field: TypedField) => {
    const code = wrong.find((each) => each === field || (field === 'km' && each === 'order'))
    return code ? t(`wrong.${code}`) : null
  }
  const typed = (field: TypedField) => (
    <CheckedField
      key={field}
      label={t(field)}
      value={level[field]}
      maxLength={LENGTHS[field]}
      inputMode={NUMBERS.includes(field) ? 'decimal' : undefined}
      problem={problemOf(field)}
      onChange={(text) => onSay({ [field]: text })}
    />
  )
  return (
    <fieldset className={styles.level}>
      <legend>{level.name.trim() === '' ? t('level', { number }) : t('named', { number, name: level.name })}</legend>
      {(['name', 'nameZh', 'km', 'holdMin'] as const).map(typed)}
      <LabelledSelect
        label={t('colour')}
        value={level.colour}
        options={['', ...COLOURS]}
        nameOf={(colour) => t(`colours.${colour || 'none'}`)}
        onChange={(colour) => onSay({ colour })}
      />
      {(['action', 'actionZh', 'who', 'percent'] as const).map(typed)}
      <LabelledSelect
        label={t('withinMin')}
        value={level.withinMin}
        options={HORIZONS_MIN.map(String)}
        nameOf={(minutes) => t('minutes', { count: Number(minutes) })}
        disabled={level.percent.trim() === ''}
        onChange={(withinMin) => onSay({ withinMin })}
      />
      <div className={styles.buttons}>
        <Button disabled={isFirst} title={t('up', { number })} onClick={() => onMove(-1)}>
          <span aria-hidden="true">↑</span>
          <span className="visually-hidden">{t('up', { number })}</span>
        </Button>
        <Button disabled={isLast} title={t('down', { number })} onClick={() => onMove(1)}>
          <span aria-hidden="true">↓</span>
          <span className="visually-hidden">{t('down', { number })}</span>
        </Button>
        <Button disabled={isFirst && isLast} onClick={onRemove}>
          {t('remove', { number })}
        </Button>
      </div>
    </fieldset>
  )
}
