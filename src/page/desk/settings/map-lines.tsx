import { Button } from '../ui/button.tsx'
import { mapLinesStrings } from './map-lines-strings.ts'
import styles from './settings.module.css'
import { MAP_LINES, useShell } from './shell-store.ts'
import { useWords } from './use-words.ts'

/** Which lines are drawn over the ground. */
export function MapLines() {
  const t = useWords('map-lines', mapLinesStrings)
  const shown = useShell((state) => state.mapLines)
  const toggle = useShell((state) => state.toggleMapLine)
  return (
    <fieldset className={styles.lines}>
      <legend className="visually-hidden">{t('label')}</legend>
      <span aria-hidden="true">{t('label')}</span>
      <span className={styles.buttons}>
        {MAP_LINES.map((line) => (
          <Button key={line} pressed={shown.includes(line)} onClick={() => toggle(line)}>
            {t(line)}
          </Button>
        ))}
      </span>
    </fieldset>
  )
}
