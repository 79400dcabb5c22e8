# frozen_string_literal: true

# json/ext/generator/state.rb - the parts of JSON::State that are about Hashes of options.
module JSON
  module Ext
    module Generator
      class State
        def initialize(opts = nil)
          configure(opts) if opts && !opts.empty?
        end

        # Takes options from a Hash, or from what to_hash or to_h make one.
        def configure(opts)
          unless opts.is_a?(Hash)
            opts = if opts.respond_to?(:to_hash)
              opts.to_hash
            elsif opts.respond_to?(:to_h)
              opts.to_h
            else
              raise TypeError, "can't convert #{opts.class} into Hash"
            end
          end
          _configure(opts)
        end
        alias_method :merge, :configure

        # All options, and the instance variables that a program gave this State.
        def to_h
          result = {
            indent: indent,
            space: space,
            space_before: space_before,
            object_nl: object_nl,
            array_nl: array_nl,
            as_json: as_json,
            allow_nan: allow_nan?,
            ascii_only: ascii_only?,
            max_nesting: max_nesting,
            script_safe: script_safe?,
            strict: strict?,
            depth: depth,
            buffer_initial_length: buffer_initial_length,
          }
          allow = allow_duplicate_key?
          result[:allow_duplicate_key] = allow unless allow.nil?
          instance_variables.each { |name| result[name.to_s.delete_prefix("@").to_sym] = instance_variable_get(name) }
          result
        end
        alias_method :to_hash, :to_h

        def [](name)
          JSON.deprecation_warning("JSON::State#[] is deprecated and will be removed in json 3.0.0")
          if respond_to?(name)
            __send__(name)
          else
            instance_variables.include?(:"@#{name}") ? instance_variable_get(:"@#{name}") : nil
          end
        end

        def []=(name, value)
          JSON.deprecation_warning("JSON::State#[]= is deprecated and will be removed in json 3.0.0")
          if respond_to?(setter = "#{name}=")
            __send__(setter, value)
          else
            instance_variable_set(:"@#{name}", value)
          end
        end
      end
    end
  end
end
