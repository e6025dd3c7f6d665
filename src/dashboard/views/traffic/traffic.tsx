import { Empty, Panel, View } from '../../ui/view.tsx'

/** The view Traffic. */
export function Traffic() {
  return (
    <View title="Traffic">
      <Panel>
        <Empty title="This view is being built." />
      </Panel>
    </View>
  )
}
