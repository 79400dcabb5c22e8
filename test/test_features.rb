# test_features.rb - $LOADED_FEATURES and the index of it (load.c): what counts as loaded, whoever changed the list.
require_relative "lib/test_helper"
require "tmpdir"

class TestFeatures < Minitest::Test
  def in_folders(*files)
    Dir.mktmpdir do |top|
      top = File.realpath(top)
      files.each do |file|
        path = File.join(top, file)
        Dir.mkdir(File.dirname(path)) unless File.directory?(File.dirname(path))
        File.write(path, "$feature_loads << #{file.dump}\n")
      end
      $feature_loads = []
      path, loaded = $:.dup, $".dup
      yield top
    ensure
      $:.replace(path)
      $".replace(loaded)
    end
  end

  # Files of one name in many folders: each counts for its folder, and a bare name for any folder of the load path.
  def test_one_name_in_many_folders
    in_folders("a/facet_version.rb", "b/facet_version.rb", "c/facet_version.rb") do |top|
      %w[a b c].each { |dir| require "#{top}/#{dir}/facet_version" }
      assert_equal %w[a b c].map { |dir| "#{dir}/facet_version.rb" }, $feature_loads
      $:.unshift("#{top}/b")
      refute require("facet_version")
      refute require("facet_version.rb")
      $:.unshift(top)
      refute require("a/facet_version")
      refute require("c/facet_version.rb")
      assert_equal 3, $feature_loads.size
    end
  end

  def test_found_in_a_later_folder_though_an_earlier_one_has_it
    in_folders("early/facet_twice.rb", "late/facet_twice.rb") do |top|
      $:.push("#{top}/late")
      assert require("facet_twice")
      $:.unshift("#{top}/early")
      refute require("facet_twice")
      assert_equal ["late/facet_twice.rb"], $feature_loads
      $:.delete("#{top}/late")
      assert require("facet_twice")
      assert_equal ["late/facet_twice.rb", "early/facet_twice.rb"], $feature_loads
    end
  end

  # The Strings of the load path are frozen once they were looked at; what is no String is asked again.
  def test_entries_of_the_load_path
    in_folders("e/facet_one.rb", "f/facet_two.rb", "g/facet_three.rb") do |top|
      entries = [+"#{top}/e", +"facet_relative", Class.new(String).new("#{top}/f")]
      $:.unshift(*entries)
      assert require("facet_one")
      assert require("facet_two")
      assert_equal [true] * 3, entries.map(&:frozen?)
      assert_raises(LoadError) { require "facet_three" }
      folder, object = +"#{top}/e", Object.new
      object.define_singleton_method(:to_path) { folder }
      $:.unshift(object)
      refute require("facet_one")
      folder = +"#{top}/g"
      assert require("facet_three")
      assert_equal [false, true], [folder.frozen?, $:.include?(object)]
    end
  end

  def test_the_list_changed_by_hand
    in_folders("d/facet_again.rb", "d/facet_other.rb") do |top|
      $:.unshift("#{top}/d")
      assert require("facet_again")
      $".delete("#{top}/d/facet_again.rb")
      assert require("facet_again")
      $" << "#{top}/d/facet_other.rb"
      refute require("facet_other")
      assert_equal ["d/facet_again.rb"] * 2, $feature_loads
    end
  end

  # The list and the copy its index was made of come to share a buffer: still each change by hand is seen.
  def test_a_long_list_changed_by_hand_after_many_calls
    in_folders("d/facet_again.rb", "d/facet_other.rb") do |top|
      $:.unshift("#{top}/d")
      $".concat(Array.new(500) { |i| "#{top}/none/none#{i}.rb" })
      assert require("facet_again")
      many = -> { 200.times { refute require("facet_again") } }
      at = $".index("#{top}/d/facet_again.rb")
      many.call
      $"[at] = "#{top}/none/instead.rb"
      assert require("facet_again")
      many.call
      $".pop
      assert require("facet_again")
      many.call
      assert require("facet_other")
      many.call
      refute require("facet_other")
      $".map! { |f| f.end_with?("facet_other.rb") ? "#{top}/none/other.rb" : f }
      assert require("facet_other")
      assert_equal %w[d/facet_again.rb] * 3 + %w[d/facet_other.rb] * 2, $feature_loads
    end
  end
end
