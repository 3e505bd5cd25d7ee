import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HOLD_MINUTES_DEFAULT, parseRings, RINGS_DEFAULT_KM } from '../../../../core/airports/rings.ts'
import { levelsOfRings } from '../../../../core/levels/ladder-of.ts'
import { PartBoundary } from '../../../live/part-boundary.tsx'
import { Loading } from '../../../ui/notice.tsx'
import { partOnDemand } from '../../../ui/part/lazy-part.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from '../watch.module.css'
import { type PlaceFields, RULE_KINDS, type RuleKind, useDrawing } from './drawing-store.ts'
import { ladderFrom, levelFieldValuesOf } from './levels/level-fields.ts'
import { holdMinutesOf } from './place-problems.ts'

const LevelEditor = partOnDemand(() => import('./levels/level-editor.tsx'))
const EXPECT_DEFAULT = { percent: 50, withinMin: 30 } as const

/** The rule of a place with its fields; `children` are those of rings. */
export function RuleFields({ children }: { children: ReactNode }) {
  const { t } = useTranslation('places-drawn')
  const { said, changed, say } = useDrawing()
  const { rule } = said

  function choose(next: RuleKind) {
    const levels = next === 'levels' && said.levels.length === 0 ? levelsAsRings(said) : said.levels
    say({ rule: next, levels })
  }

  return (
    <>
      <div className={styles.rule}>
        <Segmented
          label={t('rule')}
          options={RULE_KINDS.map((each) => ({ value: each, label: t(`rules.${each}`) }))}
          value={rule}
          onChange={choose}
        />
      </div>
      {rule === 'rings' ? children : null}
      {rule === 'server' ? <p className="faint">{t('serverRule')}</p> : null}
      {rule === 'levels' ? (
        <PartBoundary loading={<Loading label={t('levels')} />}>
          <LevelEditor
            levels={said.levels}
            weather={changed?.stated?.weather ?? []}
            onChange={(levels) => say({ levels })}
          />
        </PartBoundary>
      ) : null}
    </>
  )
}

/** The rule of a place; its ladder uses no id of `taken`. */
export function ruleOf({ rule, rings, holdMin, levels }: PlaceFields, taken: readonly string[]) {
  if (rule === 'rings') return { ringsKm: parseRings(rings), holdMin: holdMinutesOf(holdMin) }
  return rule === 'levels' ? { levels: ladderFrom(levels, taken) } : {}
}

/** The levels derived from the typed rings, as a start. */
function levelsAsRings({ rings, holdMin }: PlaceFields) {
  const ringsKm = parseRings(rings) ?? RINGS_DEFAULT_KM
  return levelFieldValuesOf(levelsOfRings(ringsKm, holdMinutesOf(holdMin) ?? HOLD_MINUTES_DEFAULT, EXPECT_DEFAULT))
}
