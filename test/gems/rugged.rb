require "rugged"
r = Rugged::Repository.init_at("repo", false)
oid = r.write("hello ü\n", :blob)
i = r.index
i.add(path: "a/b.txt", oid: oid, mode: 0o100644)
who = { name: "N", email: "n@e", time: Time.at(1_000_000_000).utc }
c = Rugged::Commit.create(r, tree: i.write_tree(r), author: who, committer: who, message: "m1", parents: [], update_ref: "HEAD")
puts oid, c, r.lookup(c).message, r.head.name.start_with?("refs/heads/"), r.lookup(c).tree.walk_blobs(:postorder).map { |root, e| root + e[:name] }.inspect
w = Rugged::Walker.new(r)
w.push(c)
puts w.map(&:oid).size, r.lookup(c).diff.patch
begin
  r.lookup("0" * 40)
rescue Rugged::OdbError => e
  puts e.class
end
__END__
425596015a7b6141d754bf52692ebbad150e4ed8
1a8234de075cf4d6c53eefada6af6c9df7c7562c
m1
true
["a/b.txt"]
1
diff --git b/a/b.txt a/a/b.txt
new file mode 100644
index 0000000..4255960
--- /dev/null
+++ a/a/b.txt
@@ -0,0 +1 @@
+hello ü
Rugged::OdbError
