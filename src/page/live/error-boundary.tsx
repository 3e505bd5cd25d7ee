import { Component, type ReactNode } from 'react'

interface SurviveProps {
  /** What stands in place of a part that threw; `retry` mounts the part again, and `reason` is what it threw, in the browser's words. */
  fallback(retry: () => void, reason: string): ReactNode
  /** A change of it is a new chance for the part. */
  resetKey?: string
  children: ReactNode
}

interface SurviveState {
  /** What the part threw; null while it stands. */
  reason: string | null
  resetKey: string | undefined
}

const REASON_MAX = 300

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX)
}

/** Keeps a part that throws from taking the page with it: each layer and each panel survives alone. */
export class ErrorBoundary extends Component<SurviveProps, SurviveState> {
  override state: SurviveState = { reason: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<SurviveState> {
    return { reason: reasonOf(error) }
  }

  static getDerivedStateFromProps(props: SurviveProps, state: SurviveState): SurviveState | null {
    return props.resetKey === state.resetKey ? null : { reason: null, resetKey: props.resetKey }
  }

  override render() {
    const { reason } = this.state
    return reason === null ? this.props.children : this.props.fallback(() => this.setState({ reason: null }), reason)
  }
}
