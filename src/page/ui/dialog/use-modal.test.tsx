// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { Suspense, use } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { useModal } from './use-modal.ts'

// As in browsers, but not in happy-dom: a dialog fires its close event asynchronously.
beforeEach(() => {
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function close(this: HTMLDialogElement) {
    this.open = false
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  })
})
afterEach(() => void vi.restoreAllMocks())

const AT_ONCE = Promise.resolve('here')

function Shown({ part, closed }: { part: Promise<string>; closed: () => void }) {
  const modal = useModal(closed)
  return (
    <dialog {...modal}>
      <Part part={part} />
    </dialog>
  )
}

function Part({ part }: { part: Promise<string> }) {
  return <p>{use(part)}</p>
}

async function show(closed: () => void) {
  const tree = (part: Promise<string>) => (
    <Suspense>
      <Shown part={part} closed={closed} />
    </Suspense>
  )
  const page = await act(async () => render(tree(AT_ONCE)))
  const dialog = page.container.querySelector('dialog')!
  return { dialog, gets: (part: Promise<string>) => act(async () => page.rerender(tree(part))) }
}

it('reports a dialog closed by the user', async () => {
  const closed = vi.fn()
  const { dialog } = await show(closed)
  expect(dialog.open).toBe(true)
  await act(async () => dialog.close())
  expect(closed).toHaveBeenCalledOnce()
})

it('ignores a dialog hidden while loading, and opens it again', async () => {
  const closed = vi.fn()
  const { dialog, gets } = await show(closed)
  let comes = (_: string) => {}
  await gets(
    new Promise((resolve) => {
      comes = resolve
    }),
  )
  expect(dialog.open).toBe(false)
  await act(async () => comes('late'))
  expect(dialog.open).toBe(true)
  expect(dialog.textContent).toBe('late')
  expect(closed).not.toHaveBeenCalled()
})

it('gives the focus to a dialog itself, not to its first button, which closes it', () => {
  const { getByRole } = render(
    <Dialog title="Walls" close="Close" onClose={() => {}}>
      <input />
    </Dialog>,
  )
  expect(document.activeElement).toBe(getByRole('dialog', { name: 'Walls' }))
})
