import { Empty, Panel, View } from '../../ui/view.tsx'

/** The view Sandboxes. */
export function Sandboxes() {
  return (
    <View title="Sandboxes">
      <Panel>
        <Empty title="This view is being built." />
      </Panel>
    </View>
  )
}
