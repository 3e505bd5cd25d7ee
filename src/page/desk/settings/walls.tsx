import { type SyntheticEvent, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContractError } from '../../../client/http/contract-api.ts'
import type { WallAccess } from '../../../client/session/walls.ts'
import type { AdmittedWall, ListedWall } from '../../../contract/server/sign-in.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { wallLink } from '../../state/wall-link.ts'
import { CopyField } from '../../ui/dialog/copy-field.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import form from '../../ui/dialog/form.module.css'
import { Loading, Notice } from '../../ui/notice.tsx'
import styles from './walls.module.css'

addWords(import.meta.glob('../../../locales/*/walls.json', { eager: true, import: 'default' }))

const LOOK_EVERY_MS = 10_000
const NAME_MAX = 60

type Problem = 'failed' | 'full' | 'mayNot' | 'notSignedIn'

/** Walls with access without a password: adds and removes them. */
export default function Walls({ walls, onClose }: { walls: () => Promise<WallAccess>; onClose(): void }) {
  const { t } = useTranslation('walls')
  const { list, problem, act } = useWalls(walls)
  const [admitted, setAdmitted] = useState<AdmittedWall | null>(null)

  async function admitWall(name: string): Promise<boolean> {
    const wall = await act((access) => access.admitWall(name))
    setAdmitted(wall ?? null)
    return wall !== undefined
  }

  return (
    <Dialog title={t('title')} close={t('close')} onClose={onClose}>
      {problem === 'notSignedIn' ? (
        <Notice title={t('notSignedIn')} detail={t('notSignedInDetail')} />
      ) : (
        <>
          <p className="faint">{t('detail')}</p>
          <NewWall admitWall={admitWall} />
          {problem ? <Notice tone="bad" title={t(problem)} /> : null}
          {admitted ? <WallLink key={admitted.id} wall={admitted} /> : null}
          <WallList list={list} turnAway={(id) => void act((access) => access.turnAway(id))} />
        </>
      )}
    </Dialog>
  )
}

function useWalls(walls: () => Promise<WallAccess>) {
  const { clock } = useServerConnection()
  const [list, setList] = useState<ListedWall[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** Undefined where it did not happen. */
  const act = useCallback(
    async <T,>(how: (access: WallAccess) => Promise<T>): Promise<T | undefined> => {
      try {
        const access = await walls()
        const result = await how(access)
        setList(await access.list())
        setProblem(null)
        return result
      } catch (error) {
        setProblem(problemOf(error))
        return undefined
      }
    },
    [walls],
  )

  useEffect(() => {
    const look = () => void act(async () => {})
    look()
    return clock.every(LOOK_EVERY_MS, look)
  }, [act, clock])
  return { list, problem, act }
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ContractError)) return 'failed'
  if (error.status === 401) return 'notSignedIn'
  if (error.status === 403) return 'mayNot'
  return error.status === 409 ? 'full' : 'failed'
}

/** A refused name stays in the field. */
function NewWall({ admitWall }: { admitWall(name: string): Promise<boolean> }) {
  const { t } = useTranslation('walls')
  const [busy, setBusy] = useState(false)

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const filled = event.currentTarget
    const name = String(new FormData(filled).get('name') ?? '').trim()
    if (!name || busy) return
    setBusy(true)
    if (await admitWall(name)) filled.reset()
    setBusy(false)
  }

  return (
    <form className={form.row} onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <label className={form.field}>
        <span>{t('name')}</span>
        <input name="name" maxLength={NAME_MAX} required autoComplete="off" placeholder={t('nameHint')} />
      </label>
      <button type="submit" className={form.submit} disabled={busy}>
        {t('letIn')}
      </button>
    </form>
  )
}

/** The link is shown only once: the server stores a hash only. */
function WallLink({ wall }: { wall: AdmittedWall }) {
  const { t } = useTranslation('walls')
  const [link] = useState(() => wallLink(location.href, wall.code))
  const words = { copy: t('copy'), copied: t('copied'), copyFailed: t('copyFailed') }
  return (
    <section className={`${form.row} ${styles.link}`} aria-label={t('link', { name: wall.name })}>
      <CopyField label={t('link', { name: wall.name })} text={link} words={words} />
      <p className="faint">{t('linkDetail')}</p>
    </section>
  )
}

function WallList({ list, turnAway }: { list: ListedWall[] | null; turnAway(id: string): void }) {
  const { t } = useTranslation('walls')
  if (!list) return <Loading label={t('list')} />
  if (list.length === 0) return <Notice title={t('none')} />
  return (
    <ul className={styles.list} aria-label={t('list')}>
      {list.map((wall) => (
        <WallRow key={wall.id} wall={wall} turnAway={() => turnAway(wall.id)} />
      ))}
    </ul>
  )
}

function WallRow({ wall, turnAway }: { wall: ListedWall; turnAway(): void }) {
  const { t } = useTranslation('walls')
  const { utcDateTime, utcTime } = useFormat()
  const [asked, setAsked] = useState(false)
  const made = utcDateTime(Date.parse(wall.madeAt))
  return (
    <li className={styles.wall}>
      <div>
        <p className={styles.name}>{wall.name}</p>
        <p className="faint">
          {wall.seenAt
            ? t('seen', { time: utcDateTime(Date.parse(wall.seenAt)) })
            : t('waiting', { time: utcTime(Date.parse(wall.linkUntil ?? wall.madeAt)) })}
        </p>
        <p className="faint">
          {wall.madeBy ? t('madeBy', { name: wall.madeBy, time: made }) : t('made', { time: made })}
        </p>
      </div>
      <button
        type="button"
        className={styles.turnAway}
        data-asked={asked}
        aria-label={asked ? undefined : t('turnAwayName', { name: wall.name })}
        onClick={() => (asked ? turnAway() : setAsked(true))}
        onBlur={() => setAsked(false)}
      >
        {t(asked ? 'really' : 'turnAway')}
      </button>
    </li>
  )
}
