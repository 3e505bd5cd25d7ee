import { Component, type ReactNode } from 'react'

interface SurviveProps {
  /** What stands in place of a part that threw; `retry` mounts the part again. */
  fallback(retry: () => void): ReactNode
  /** A change of it is a new chance for the part. */
  resetKey?: string
  children: ReactNode
}

/** Keeps a part that throws from taking the page with it: each layer and each panel survives alone. */
export class ErrorBoundary extends Component<SurviveProps, { failed: boolean; resetKey: string | undefined }> {
  override state = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: SurviveProps, state: { resetKey: string | undefined }) {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey }
  }

  override render() {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}
