require "sqlite3"
db = SQLite3::Database.new(":memory:")
db.results_as_hash = true
db.execute_batch("create table t(id integer primary key, n text, v real, b blob); create index i on t(n);")
db.transaction { 100.times { |i| db.execute("insert into t(n,v,b) values(?,?,?)", ["n#{i % 7}", i / 4.0, SQLite3::Blob.new([i].pack("C"))]) } }
p db.get_first_value("select count(*) from t"), db.execute("select n, sum(v) s from t group by n order by n limit 2"), db.execute("select b from t where id=200 or id=99").first
db.create_function("rev", 1) { |f, x| f.result = x.to_s.reverse }
p db.get_first_value("select rev('abc')"), db.last_insert_row_id, db.changes
class Agg
  def initialize = @all = []
  def step(x) = @all << x
  def finalize = @all.join("+")
end
db.define_aggregator("cat", Agg.new)
p db.get_first_value("select cat(id) from t where id < 4")
begin
  db.execute("select * frm t")
rescue SQLite3::SQLException => e
  puts e.message.lines.first
end
begin
  db.execute("insert into t(id) values(1)")
rescue SQLite3::ConstraintException => e
  puts e.message.lines.first
end
s = db.prepare("select n from t where v > :v order by id")
s.bind_param("v", 24)
p s.columns, s.map(&:to_a)
s.close
__END__
100
[{"n" => "n0", "s" => 183.75}, {"n" => "n1", "s" => 187.5}]
{"b" => "b"}
"cba"
100
1
"1+2+3"
near "frm": syntax error:
UNIQUE constraint failed: t.id
["n"]
[["n6"], ["n0"], ["n1"]]
