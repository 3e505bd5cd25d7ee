import { useState } from 'react'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { Section } from '../../../ui/panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from '../panel/point-panel.module.css'
import { usePointWords } from '../panel/use-point-words.ts'
import { NearbyFires } from './nearby-fires.tsx'
import { NearbyStrikes } from './nearby-strikes.tsx'

const RADII_KM = [10, 25, 50, 100, 200]
const RADIUS_FIRST_KM = 50

/** Fires and strikes within a radius. */
export function NearbySection({ at }: { at: LatLon }) {
  const t = usePointWords()
  const [radiusKm, setRadiusKm] = useState(RADIUS_FIRST_KM)
  return (
    <Section title={t('nearby')} note={<span className={styles.radiusUnit}>{t('radiusUnit')}</span>}>
      <Segmented<number>
        label={t('radius')}
        value={radiusKm}
        options={RADII_KM.map((km) => ({ value: km, label: String(km) }))}
        onChange={setRadiusKm}
      />
      <div className={styles.nearby}>
        <NearbyStrikes at={at} radiusKm={radiusKm} />
        <NearbyFires at={at} radiusKm={radiusKm} />
      </div>
    </Section>
  )
}
