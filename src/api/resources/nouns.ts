/** English nouns of four to eight letters, for names. */
export const nouns: readonly string[] = `
acorn amber anchor anvil apron arch arrow aspen atlas atrium autumn badge bakery balcony bamboo banjo barley basin
basket beacon beaver bell bench birch blanket blossom boulder bracket branch bridge bronze brook bucket buffalo bugle
button cabin cactus camel candle canoe canvas canyon carbon cargo carpet castle cedar cellar chamber chapel cherry
chestnut chimney cider circle citadel clover coast cobalt comet compass copper coral cottage crane crater creek crystal
cypress dahlia daisy delta desert dolphin dragon drum dune eagle echo elbow ember emerald engine falcon feather fern
ferry field finch fjord flute forest fossil fountain foxtail garden garnet geyser ginger glacier goblet granite grove
guitar gulf hammer harbour harp hawk hazel hedge heron hill hollow honey horizon hornet island ivory jackal jasmine
jigsaw juniper kayak kernel kettle kitten ladder lagoon lantern lark lattice laurel lemon lichen lilac lily linen lion
lobster locket lotus lumber lynx magnet maple marble marina market marsh meadow melon mesa meteor mill mirror mitten
monsoon moss mountain nectar needle nest nettle nickel oasis oboe ocean olive onyx orange orbit orchard orchid osprey
otter owlet oxide oyster paddle palm panda panther parade parcel parrot pasture pearl pebble pelican pepper petal piano
pillar pine planet plateau plaza plum pocket pollen pond poplar prairie prism pumpkin puzzle quarry quartz quill quilt
rabbit raft rain raven reef ribbon ridge river robin rocket rooster rosemary ruby saddle saffron sailor salmon sandal
sapphire satchel sequoia shadow shell shore shuttle silk silver slate sparrow spruce squash stable statue stone storm
stream summit sunset swallow swan tablet tailor temple thicket thistle thunder tiger timber topaz torch tower trail
tulip tundra tunnel turtle valley vase velvet viola violet volcano wagon walnut walrus water whale wheat willow window
winter wolf wood yarrow zebra zenith zephyr
`
  .trim()
  .split(/\s+/)
