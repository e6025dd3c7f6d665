import { Empty, Panel, View } from '../../ui/view.tsx'

/** The view Scenarios. */
export function Scenarios() {
  return (
    <View title="Scenarios">
      <Panel>
        <Empty title="This view is being built." />
      </Panel>
    </View>
  )
}
