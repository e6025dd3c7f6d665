import { Empty, Panel, View } from '../../ui/view.tsx'

/** The view Outbox. */
export function Outbox() {
  return (
    <View title="Outbox">
      <Panel>
        <Empty title="This view is being built." />
      </Panel>
    </View>
  )
}
