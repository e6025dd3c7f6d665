import { Empty, Panel, View } from '../../ui/view.tsx'

/** The view Keys. */
export function Keys() {
  return (
    <View title="Keys">
      <Panel>
        <Empty title="This view is being built." />
      </Panel>
    </View>
  )
}
