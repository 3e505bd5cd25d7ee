import { useTranslation } from 'react-i18next'
import styles from './settings.module.css'

export const KEYS = [
  ['Ctrl K', 'palette'],
  ['/', 'search'],
  ['Z S P D', 'code'],
  ['Esc', 'close'],
  ['F6', 'part'],
  ['L', 'layers'],
  ['T', 'theme'],
  ['H', 'home'],
  ['C', 'link'],
  ['S', 'save'],
  ['P', 'print'],
  ['K', 'wall'],
  ['[ ]', 'time'],
  ['Space', 'play'],
  ['.', 'live'],
  ['W', 'watch'],
  ['B', 'board'],
  ['F', 'filter'],
  ['A', 'alerts'],
  ['J', 'log'],
  ['E', 'evidence'],
  ['?', 'help'],
  ['Enter', 'middle'],
  ['← ↑ → ↓', 'map'],
  ['+ −', 'zoom'],
] as const

export function KeyboardList() {
  const { t } = useTranslation('page')
  return (
    <section aria-label={t('keyboard')} className={styles.keys}>
      <h3>{t('keyboard')}</h3>
      <dl>
        {KEYS.map(([key, name]) => (
          <div key={name}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
