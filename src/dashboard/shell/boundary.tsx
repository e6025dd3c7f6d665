import { Component, type ComponentChildren } from 'preact'

import { Refused } from '../ui/view.tsx'

interface BoundaryProps {
  /** The view and its item: another one is tried again. */
  readonly place: string
  readonly children: ComponentChildren
}

interface BoundaryState {
  /** The place that threw. */
  readonly failed: string | undefined
}

/** Keeps the rest of the page where a view throws. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: undefined }

  override componentDidCatch(error: unknown): void {
    reportError(error)
    this.setState({ failed: this.props.place })
  }

  override render({ place, children }: BoundaryProps) {
    if (this.state.failed !== place) return children
    return <Refused text="This view failed. Reload the page, or open another view." />
  }
}
