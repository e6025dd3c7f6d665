import { Empty, Panel, View } from '../../ui/view.tsx'

/** The view Assumptions. */
export function Assumptions() {
  return (
    <View title="Assumptions">
      <Panel>
        <Empty title="This view is being built." />
      </Panel>
    </View>
  )
}
