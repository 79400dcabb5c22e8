# pauses - how long do collections stop a program?
experiment "pauses" do
  question "Does marking in steps shorten the longest pause that a program feels, and what does it cost in time?"
  refuted_if "Marking in steps shortens the longest pause of a large heap", program: "requests", figure: "longest-busy", variant: "steps", over: 1.0
  refuted_by "An interval above 1 in the time of any program: marking in steps would cost time."

  build "whole", "--disable-incremental-gc"
  build "steps", "--enable-incremental-gc"
  reference

  # A request makes some objects beside many that live, and replaces one of these.
  program "requests", sizes: { "LIVE" => %w[400_000 150_000 5_000], "REQUESTS" => %w[4_000 1_500 50] }, text: <<~'RUBY'
    live = Array.new(LIVE) { |i| ["user #{i}", i] }
    random = Random.new(97)
    REQUESTS.times do |request|
      rows = Array.new(100) { |k| { id: k, name: live[random.rand(live.size)][0], tags: [k, request] } }
      page = rows.map { |row| "<li>#{row[:id]} #{row[:name]} #{row[:tags].join(",")}</li>" }.join
      live[request * 7 % live.size] = ["user again #{request}", page.size]
      lab_tick
    end
  RUBY
  # Every step allocates one object and links it into an old tree: the collector must see the link.
  program "growing tree", sizes: { "NODES" => %w[800_000 200_000 4_000] }, text: <<~'RUBY'
    Node = Struct.new(:value, :left, :right)
    random = Random.new(3)
    root = Node.new(500_000)
    NODES.times do
      value, at = random.rand(1_000_000), root
      while at.value != value && (below = value < at.value ? at.left : at.right)
        at = below
      end
      value < at.value ? at.left = Node.new(value) : at.right = Node.new(value) if at.value != value
      lab_tick
    end
  RUBY

  vary_phase 100_000
  measure :time, :pauses
end
