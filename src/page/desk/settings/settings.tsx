import { Settings2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTimezone } from '../../../contract/time.ts'
import { zoneName } from '../../../core/util/local-format.ts'
import { LANGS, LANGUAGES, type Lang } from '../../../locales/languages.ts'
import { addWords } from '../../i18n/add-words.ts'
import type { MapOverlay } from '../../live/overlay.ts'
import { PartBoundary } from '../../live/part-boundary.tsx'
import { useServerConnection } from '../../live/server-connection.ts'
import { type CategoryScheme, MAP_LINES, type UnitSystem } from '../../state/choices.ts'
import { BUILD_TOUR, useCommands } from '../../state/commands.ts'
import { usePage } from '../../state/page-store.ts'
import type { Theme } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { Notice } from '../../ui/notice.tsx'
import { partOnDemand } from '../../ui/part/lazy-part.ts'
import { PopoverSheet } from '../../ui/popover-sheet.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { KeyboardList } from './keyboard-list.tsx'
import styles from './settings.module.css'

addWords(import.meta.glob('../../../locales/*/map-lines.json', { eager: true, import: 'default' }))

// Most users never open it.
const Walls = partOnDemand(() => import('./walls.tsx'))
const WallBuilder = partOnDemand(() => import('../wall-builder/wall-builder.tsx'))

/** UTC alone, Beijing, the browser's own, and neighbours that duty officers phone. */
const ZONES = [
  'Asia/Shanghai',
  'UTC',
  'Asia/Tokyo',
  'Asia/Singapore',
  'Asia/Kolkata',
  'Europe/London',
  'America/New_York',
]

interface SettingsProps {
  overlays: readonly MapOverlay[]
  open: boolean
  onOpenChange(open: boolean): void
}

export function Settings({ overlays, open, onOpenChange }: SettingsProps) {
  const { walls } = useServerConnection()
  const commands = useCommands()
  const trigger = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState<'walls' | 'tour' | null>(null)
  const show = (what: 'walls' | 'tour') => () => {
    onOpenChange(false)
    setShown(what)
  }
  useEffect(() => commands.attach(BUILD_TOUR, () => setShown('tour')), [commands])
  const close = () => {
    setShown(null)
    trigger.current?.focus()
  }
  return (
    <>
      <Sheet
        open={open}
        onOpenChange={onOpenChange}
        trigger={trigger}
        onWalls={walls && show('walls')}
        onTour={show('tour')}
      />
      <PartBoundary>
        {walls && shown === 'walls' ? <Walls walls={walls} onClose={close} /> : null}
        {shown === 'tour' ? <WallBuilder overlays={overlays} onClose={close} /> : null}
      </PartBoundary>
    </>
  )
}

interface SheetProps extends Omit<SettingsProps, 'overlays'> {
  trigger: RefObject<HTMLButtonElement | null>
  onWalls: (() => void) | undefined
  onTour(): void
}

function Sheet({ open, onOpenChange, trigger, onWalls, onTour }: SheetProps) {
  const { t } = useTranslation('page')
  const { theme, lang, units, categoryScheme, zone, setTheme, setLang, setUnits, setCategoryScheme, setZone } =
    usePage()
  const { clock } = useServerConnection()
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set([zone, ...ZONES, ...(isTimezone(own) ? [own] : [])])]
  return (
    <PopoverSheet
      open={open}
      onOpenChange={onOpenChange}
      label={t('settings')}
      icon={<Settings2 size={17} aria-hidden="true" />}
      trigger={trigger}
      keepsKeys
      onKeyDown={(event) => event.key === '?' && onOpenChange(false)}
      onCloseAutoFocus={(event) => event.preventDefault()} // focuses the opener, which need not be the button
    >
      <Choice<Theme>
        label={t('theme')}
        value={theme}
        options={[
          { value: 'dark', label: t('dark') },
          { value: 'light', label: t('light') },
        ]}
        onChange={setTheme}
      />
      <Choice<Lang>
        label={t('language')}
        value={lang}
        options={LANGS.map((each) => ({ value: each, label: LANGUAGES[each].name }))}
        // Changes every text of the page: in a separate task, so that the browser does not combine it with
        // pointer hit testing.
        onChange={(chosen) => void clock.after(0, () => setLang(chosen))}
      />
      <Choice<UnitSystem>
        label={t('units')}
        value={units}
        options={[
          { value: 'metric', label: t('metric') },
          { value: 'aviation', label: t('aviation') },
        ]}
        onChange={setUnits}
      />
      <Choice<CategoryScheme>
        label={t('categoryScheme')}
        value={categoryScheme}
        options={[
          { value: 'icao', label: t('categoryIcao') },
          { value: 'us', label: t('categoryUs') },
        ]}
        onChange={setCategoryScheme}
      />
      <Field label={t('zone')}>
        <Select
          className={styles.select}
          aria-label={t('zone')}
          value={zone}
          options={zones}
          nameOf={(each) => zoneName(each, lang)}
          onChange={setZone}
        />
      </Field>
      <MapLines />
      <Button onClick={onTour}>{t('wallTour')}</Button>
      {onWalls ? <Button onClick={onWalls}>{t('walls')}</Button> : null}
      <SignOut />
      <KeyboardList />
    </PopoverSheet>
  )
}

function SignOut() {
  const { t } = useTranslation('page')
  const { signOut } = useServerConnection()
  const [failed, setFailed] = useState(false)
  if (!signOut) return null
  return (
    <>
      <Button onClick={() => void signOut().catch(() => setFailed(true))}>{t('signOut')}</Button>
      {failed ? <Notice tone="bad" title={t('signOutFailed')} /> : null}
    </>
  )
}

function Choice<Value extends string>(choice: ComponentProps<typeof Segmented<Value>>) {
  return (
    <Field label={choice.label}>
      <Segmented {...choice} />
    </Field>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  )
}

function MapLines() {
  const { t } = useTranslation('map-lines')
  const shown = usePage((state) => state.mapLines)
  const toggle = usePage((state) => state.toggleMapLine)
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
