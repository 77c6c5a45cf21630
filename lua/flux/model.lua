-- SPDX-License-Identifier: MIT
-- The model of a graph: the tables that the graph API makes and that the resolver, the backends and the exporter read.
-- This file is for people and for language servers; it declares classes and returns nothing of use.
--
-- After graph:finish() everything below is settled, but for two things: resolve compiles the bodies (callback.body), and a
-- symbol that only a body uses may still move the ids of symbols (graph:use_symbol), so ids are read after the bodies.

---@class flux.Origin where something is written
---@field file string as the loader was given it
---@field line integer

---@class flux.Symbol a text constant, interned for the process
---@field is_symbol true
---@field text string 1 to 31 bytes
---@field order integer order of creation in the process

---@class flux.Field one field of a declaration
---@field name string
---@field type string "double" "float" "bool" "int8_t" … "uint64_t" "symbol"
---@field count integer? length of a fixed array
---@field default number|boolean|ffi.cdata*|flux.Symbol|nil int64_t and uint64_t: cdata of that type; float: rounded
---@field comment string? one line, without comment marks
---@field internal boolean? of a state: the node's own, no port and not in rows of sinks; behind the fields that are results
---@field offset integer bytes
---@field size integer bytes of the whole field
---@field position integer 0-based place in the declaration

---@class flux.Member a member of the laid-out struct
---@field c string C type
---@field name string
---@field count integer?
---@field field flux.Field? nil for padding

---@class flux.Record a declaration of C fields, laid out
---@field fields flux.Field[] in declaration order
---@field by_name table<string, flux.Field>
---@field members flux.Member[] with the padding (uint8_t pad_0[7])
---@field size integer 0 without fields
---@field align integer
---@field c string the struct's body, one member a line

---@class flux.EventType
---@field is_event true
---@field name string
---@field record flux.Record
---@field time flux.Field? the int64_t field that is the event's time
---@field order integer order of creation in the process
---@field is_declared flux.Origin? where; nil for flux.End

---@class flux.EventField Event.symbol, or Event:field "symbol"
---@field event flux.EventType
---@field field flux.Field

---@class flux.EventFilter Tick:where { … } or Tick:otherwise()
---@field is_filter true
---@field event flux.EventType
---@field conditions { field: flux.Field, value: any }[]? by field position; nil for otherwise
---@field otherwise boolean
---@field order integer order of creation in the process
---@field origin flux.Origin?

---@class flux.ParamReference flux.param "key"
---@field is_param true
---@field name string
---@field origin flux.Origin?

---@class flux.BodySource portable body given as text
---@field is_body true
---@field text string
---@field parameters string[]
---@field full string? what to say when it indexes out of range (nodes of the library)
---@field origin flux.Origin

---@class flux.CSource body in C: text, or file and function_name
---@field is_c true
---@field text string?
---@field file string? absolute
---@field function_name string?
---@field inputs string[]? the inputs it names; nil: all of the node's
---@field origin flux.Origin

---@class flux.OpaqueSource any Lua function
---@field is_opaque true
---@field fn function
---@field extern string? the function that the host of the exported C supplies
---@field origin flux.Origin

---@alias flux.Source function|flux.BodySource|flux.CSource|flux.OpaqueSource

---@class flux.Template a callback of a definition, before it belongs to a node
---@field role string
---@field source flux.Source
---@field quiet boolean
---@field ran boolean
---@field label string
---@field origin flux.Origin
---@field event flux.EventType? handler
---@field filter flux.EventFilter? handler
---@field event_parameter string? name of the event's parameter
---@field input_name string? on_input
---@field reads string[]? input names among the parameters; nil: C, which gets all
---@field has_ctx boolean?
---@field has_index boolean?

---@class flux.Definition a checked node spec or kind spec
---@field params flux.Record
---@field state flux.Record
---@field templates flux.Template[]
---@field options { every: ffi.cdata*?, offset: ffi.cdata*?, missed: string?, when: string? }
---@field origin flux.Origin?

---@class flux.Kind
---@field is_kind true
---@field name string
---@field definition flux.Definition
---@field inputs string[] in the contract's order
---@field params flux.Record
---@field record flux.Record state
---@field origin flux.Origin?
---@operator call(table): flux.KindInstance

---@class flux.KindInstance
---@field is_instance true
---@field kind flux.Kind
---@field given table
---@field origin flux.Origin?

---@class flux.Param a param of a node, with its value
---@field name string
---@field type string
---@field value number|boolean|ffi.cdata*|flux.Symbol
---@field field flux.Field

---@class flux.Element what an input (or one element of a list) reads
---@field node flux.Node
---@field field flux.Field? set for a port

---@class flux.Input an edge, declared by its reader
---@field name string
---@field index integer 0-based in the node: update's parameters first, then the others by name
---@field node flux.Node the reader
---@field list boolean
---@field passive boolean ordered, never triggers
---@field prev boolean as the previous cycle left it
---@field keyed table? it reads the state of the current key of this g:by
---@field keyed_field flux.Field? the port of that state
---@field elements flux.Element[] one unless it is a list
---@field first integer flat 0-based index of its first element among the node's elements
---@field origin flux.Origin?

---@class flux.Condition
---@field field flux.Field
---@field value number|boolean|ffi.cdata* symbols: the id in this graph
---@field given any the value as declared (symbols: the Symbol)
---@field symbol flux.Symbol?

---@class flux.Callback
---@field index integer 0-based in the graph: node by node, canonical order within the node
---@field node flux.Node
---@field role "handler"|"timer"|"input"|"update"|"on_arrest"|"after_update"|"after_cycle"|"init"|"start"|"stop"
---@field label string "update", "on Tick where symbol=MSFT", "on_input x" …
---@field name string an identifier, unique in the graph
---@field source flux.Source what the user wrote
---@field body table? the compiled body, set at resolve
---@field origin flux.Origin where the source is written
---@field reads flux.Input[] the inputs among its parameters, in their order
---@field has_ctx boolean
---@field has_index boolean
---@field event flux.EventType? handler
---@field event_parameter string? handler: the name of the event's parameter, if it takes one
---@field conditions flux.Condition[]? handler with where
---@field otherwise boolean
---@field quiet boolean
---@field input flux.Input? on_input
---@field ran boolean on_input

---@class flux.Node its fields are read as ports: node.price
---@field is_node true
---@field name string
---@field index integer 0-based declaration order
---@field graph flux.Graph
---@field kind flux.Kind?
---@field record flux.Record state; may have no fields
---@field params flux.Param[]
---@field params_by_name table<string, flux.Param>
---@field inputs flux.Input[]
---@field inputs_by_name table<string, flux.Input>
---@field callbacks flux.Callback[] canonical order
---@field by_role table by_role.handler and by_role.input are lists; the others one Callback or nil
---@field when_all boolean
---@field every ffi.cdata*? int64 ns
---@field offset ffi.cdata*? int64 ns, 0 ≤ offset < every; set when every is
---@field missed "all"|"once"
---@field has_timer boolean it has an on_timer
---@field templates flux.Template[]
---@field is_keyed table? the g:by that it is declared in (flux.keyed); record then holds an array for each field
---@field is_view table? the g:by whose current key it shows
---@field is_validity boolean? of a g:by: it says which keys another node has been dirty for
---@field origin flux.Origin?

---@class flux.Port
---@field is_port true
---@field node flux.Node
---@field field flux.Field

---@class flux.Sink
---@field name string
---@field index integer 0-based
---@field node flux.Node set at finish when it was given as a name
---@field origin flux.Origin?

---@class flux.GraphOptions
---@field capacity integer? of the queue
---@field late "accept"|"reject"
---@field on_error "stop"|"skip"|"rollback"
---@field clock "stream"|"wall"|function|nil
---@field unhandled "error"|"ignore"
---@field max_missed integer
---@field symbols integer? capacity of the symbol table

---@class flux.Graph
---@field is_graph true
---@field name string
---@field options flux.GraphOptions
---@field nodes flux.Node[] declaration order
---@field by_name table<string, flux.Node>
---@field callbacks flux.Callback[] all of them by index, set at finish
---@field events flux.EventType[] order of first use
---@field event_position table<flux.EventType, integer> 1-based
---@field sinks flux.Sink[]
---@field sinks_by_name table<string, flux.Sink>
---@field default_inputs { event: flux.EventType, file: string, origin: flux.Origin? }[] files are absolute
---@field observed table? list of nodes in declaration order, and node → true; nil: all are public
---@field groups table[] what g:by made (flux.keyed)
---@field symbols flux.Symbol[] the constants in use; the place is the id
---@field script string? absolute path of the script
---@field directory string? its folder
---@field finished boolean
---@field origin flux.Origin?

return {}
