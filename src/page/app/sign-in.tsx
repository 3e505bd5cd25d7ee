import { type KeyboardEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGS, LANGUAGES } from '../../locales/languages.ts'
import { addWords } from '../i18n/add-words.ts'
import { usePage } from '../state/page-store.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Button } from '../ui/button.tsx'
import form from '../ui/dialog/form.module.css'
import { Notice } from '../ui/notice.tsx'
import styles from './sign-in.module.css'
import type { PageDesk, SignInProblem, SignInState } from './sign-in-desk.ts'

addWords(import.meta.glob('../../locales/*/sign-in.json', { eager: true, import: 'default' }))

const TICK_MS = 250

/** A modal dialog above the map, which keeps its previous data; elements below cannot be reached before sign-in. */
export default function SignIn({ desk, state }: { desk: PageDesk; state: SignInState }) {
  const { t } = useTranslation('sign-in')
  const { lang, setLang } = usePage()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    const wanted = dialog.current?.querySelectorAll<HTMLElement>('input, [data-main]') ?? []
    const [first] = [...wanted].filter((element) => element.offsetParent)
    first?.focus()
  }, [])

  function stay(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key === 'Escape') event.preventDefault()
    event.stopPropagation() // the map's keys are not for a password
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="sign-in-title"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()} // some browsers close a dialog despite `preventDefault`
      onKeyDown={stay}
    >
      <header className={styles.head}>
        <BrandMark sizeRem={1.375} />
        <h2 id="sign-in-title">{t('title')}</h2>
        {LANGS.filter((each) => each !== lang).map((each) => (
          <Button key={each} onClick={() => setLang(each)}>
            <span lang={LANGUAGES[each].tag}>{LANGUAGES[each].name}</span>
          </Button>
        ))}
      </header>
      {state.challenge.access === 'password' ? <PasswordForm desk={desk} state={state} /> : <Elsewhere />}
    </dialog>
  )
}

function PasswordForm({ desk, state }: { desk: PageDesk; state: SignInState }) {
  const { t } = useTranslation('sign-in')
  const { busy, problem, challenge } = state
  const password = useRef<HTMLInputElement>(null)
  const waitS = useWait(desk, problem)

  // Ready to be typed over; `problem` is another object after every attempt.
  useEffect(() => {
    if (problem) password.current?.select()
  }, [problem])

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    // Reads the form data: not every password manager fires input events.
    const fields = new FormData(event.currentTarget)
    const name = String(fields.get('username') ?? '').trim()
    void desk.submit({ password: String(fields.get('password') ?? ''), ...(challenge.names && name ? { name } : {}) })
  }

  return (
    <form className={styles.form} onSubmit={submit} aria-busy={busy}>
      <p className={styles.detail}>{t('detail')}</p>
      {/* Password managers want a name to file a password under. */}
      <label className={form.field} hidden={!challenge.names}>
        <span>{t('name')}</span>
        <input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          defaultValue={challenge.names ? '' : 'brontide'}
        />
      </label>
      <label className={form.field}>
        <span>{t('password')}</span>
        <input
          ref={password}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={1_024}
          required
          aria-invalid={problem?.kind === 'wrong'}
        />
      </label>
      <SignInProblemText problem={problem} waitS={waitS} />
      <button type="submit" className={`${form.submit} ${styles.submit}`} disabled={busy || waitS > 0}>
        {busy ? t('busy') : t('submit')}
      </button>
    </form>
  )
}

function SignInProblemText({ problem, waitS }: { problem: SignInProblem | null; waitS: number }) {
  const { t } = useTranslation('sign-in')
  if (!problem) return null
  if (problem.kind === 'wait') {
    // Read aloud once; only the eye follows the seconds.
    const title = (
      <>
        <span className="visually-hidden">{t('wait', { seconds: Math.ceil(problem.waitMs / 1_000) })}</span>
        <span aria-hidden="true">{t('wait', { seconds: waitS })}</span>
      </>
    )
    return waitS > 0 ? <Notice tone="warn" title={title} /> : null
  }
  const detail = problem.kind === 'wrong' ? undefined : t(`${problem.kind}Detail`)
  return <Notice tone="bad" title={t(`${problem.kind}`)} detail={detail} />
}

/** Whole seconds until the next attempt is accepted. */
function useWait(desk: PageDesk, problem: SignInProblem | null): number {
  const untilMs = problem?.kind === 'wait' ? problem.untilMs : 0
  const [nowMs, setNowMs] = useState(desk.clock.monotonicMs)
  useEffect(() => {
    if (untilMs <= desk.clock.monotonicMs()) return
    return desk.clock.every(TICK_MS, () => setNowMs(desk.clock.monotonicMs()))
  }, [desk, untilMs])
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1_000))
}

/** Sign-in is done by a reverse proxy, which redirects to it when a page loads. */
function Elsewhere() {
  const { t } = useTranslation('sign-in')
  return (
    <div className={styles.form}>
      <p className={styles.detail}>{t('elsewhere')}</p>
      <button type="button" className={`${form.submit} ${styles.submit}`} data-main onClick={() => location.reload()}>
        {t('reload')}
      </button>
    </div>
  )
}
