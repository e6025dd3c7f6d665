import { Empty, Panel, View } from '../../ui/view.tsx'

/** The view Time. */
export function Time() {
  return (
    <View title="Time">
      <Panel>
        <Empty title="This view is being built." />
      </Panel>
    </View>
  )
}
